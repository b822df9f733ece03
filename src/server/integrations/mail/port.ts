/** One e-mail in both of its forms. */
interface Mail {
  /** The gateway sends one id once. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends e-mails. The answer says the gateway has taken the message, not that it has arrived. */
export interface MailGateway {
  /** @throws Error when the gateway did not take it; ask again with the same id. */
  send(mail: Mail): Promise<void>;
}
