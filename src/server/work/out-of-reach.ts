/**
 * An outside service gives no answer at all: that is no fault of what was asked, and what else is
 * asked now will fare no better.
 */
export class OutOfReach extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutOfReach";
  }
}
