interface WebhookMessage {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A company's own server: everybody may name one, so it is trusted with nothing. */
export interface WebhookReceiver {
  /**
   * @returns the HTTP status of the answer; redirects are not followed.
   * @throws Error in Russian for people: no answer in time, no such host, an address inside of our
   *   network.
   */
  post(message: WebhookMessage): Promise<number>;
}
