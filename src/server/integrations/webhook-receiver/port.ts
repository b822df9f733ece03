interface WebhookMessage {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Anybody may name one: not trusted. */
export interface WebhookReceiver {
  /** Why nothing is ever sent there, in Russian; `null`: it is. Names are looked up by `post`. */
  refusalOf(url: URL): string | null;
  /**
   * @returns the HTTP status; redirects are not followed.
   * @throws Error in Russian: no answer, no such host, or an address inside our network.
   */
  post(message: WebhookMessage): Promise<number>;
}
