interface Mail {
  /** Idempotency key. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Success: accepted by the gateway, not arrived. */
export interface MailGateway {
  /** @throws Error: not accepted; retry with the same id. */
  send(mail: Mail): Promise<void>;
}
