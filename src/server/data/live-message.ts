/** What to reload, never data. */
export interface LiveMessage {
  /** `account:1` or `person:7`. */
  readonly to: string;
  /** Refine's channel. */
  readonly resource: string;
  readonly ids?: readonly number[];
}
