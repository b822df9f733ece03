interface Mail {
  /** Idempotency key. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Success means accepted, not arrived. */
export interface MailGateway {
  /** @throws Error: retry with the same id. */
  send(mail: Mail): Promise<void>;
}
