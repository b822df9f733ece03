/**
 * An outside service does not answer: the request is not at fault, and other requests would fail
 * too.
 */
export class OutOfReach extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutOfReach";
  }
}
