/** What to reload. Never data, so a stream leaks nothing. */
export interface LiveMessage {
  /** `account:1` or `person:7`. */
  readonly to: string;
  /** Refine's channel, `resources/<name>`. */
  readonly resource: string;
  readonly ids?: readonly number[];
}
