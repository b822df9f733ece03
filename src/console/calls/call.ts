/**
 * What `meta.call` of Refine's hooks carries to the data providers. It is a class because Refine
 * mixes the address's parameters into `meta`, and a link cannot make an instance.
 */
export class Call<Values = never, Answer = unknown> {
  /** @throws ConsoleHttpError. */
  readonly send: (values: Values) => Promise<Answer>;

  constructor(send: (values: Values) => Promise<Answer>) {
    this.send = send;
  }
}
