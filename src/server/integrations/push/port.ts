/** As the browser names it. */
export interface PushSubscriber {
  /** Of its push service: anybody may name one, not trusted. */
  readonly endpoint: string;
  /** Public key of the browser and the secret of the subscription, base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushMessage {
  /** One of the same id takes the place of the former, in the service and on the screen. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Path of the page it leads to. */
  readonly to: string;
  /** How long the service keeps it for a browser that is away. */
  readonly keepSeconds: number;
}

/** Only the browser reads a message: it is encrypted for its key. */
export interface PushGateway {
  /** By which browsers subscribe, base64url. */
  readonly publicKey: string;
  /** Why nothing is ever sent there, in Russian; `null`: it is. */
  refusalOf(subscriber: PushSubscriber): string | null;
  /**
   * @returns `GONE`: the browser has no such subscription any more.
   * @throws Error: may be retried.
   */
  send(subscriber: PushSubscriber, message: PushMessage): Promise<"SENT" | "GONE">;
}
