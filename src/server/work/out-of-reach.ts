/** The request is not at fault, and others would fail too. */
export class OutOfReach extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutOfReach";
  }
}
