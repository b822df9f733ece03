interface Mail {
  /** Idempotency key. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends e-mails. Success means that the gateway accepted the message, not that it arrived. */
export interface MailGateway {
  /** @throws Error when the gateway did not accept it; retry with the same id. */
  send(mail: Mail): Promise<void>;
}
