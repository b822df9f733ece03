/**
 * A word to the screens that something has changed. It names what to read again, never the data
 * itself, so a stream leaks nothing a person may not read.
 */
export interface LiveMessage {
  /** `account:1` or `person:7`: whose screens should hear it. */
  readonly to: string;
  /** Refine's channel, `resources/<name>`. */
  readonly resource: string;
  readonly ids?: readonly number[];
}
