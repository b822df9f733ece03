interface WebhookMessage {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A company's own server: anybody may name one, so it is not trusted. */
export interface WebhookReceiver {
  /**
   * @returns the HTTP status of the answer; redirects are not followed.
   * @throws Error in Russian for people: no answer in time, no such host, an address inside our
   *   network.
   */
  post(message: WebhookMessage): Promise<number>;
}
