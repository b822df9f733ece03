/**
 * Tells screens what to reload. It never carries data, so a stream leaks nothing a person may not
 * read.
 */
export interface LiveMessage {
  /** Recipient: `account:1` or `person:7`. */
  readonly to: string;
  /** Refine's channel, `resources/<name>`. */
  readonly resource: string;
  readonly ids?: readonly number[];
}
