import type { Trx } from "#server/data/transaction.ts";

/**
 * Between modules. A handler runs inside the publisher's transaction: both are committed or rolled
 * back.
 */
export class Events<Map extends object> {
  readonly #handlers = new Map<keyof Map, ((trx: Trx, payload: never) => Promise<void>)[]>();

  on<Name extends keyof Map>(
    name: Name,
    handler: (trx: Trx, payload: Map[Name]) => Promise<void>,
  ): void {
    const list = this.#handlers.get(name) ?? [];
    list.push(handler as (trx: Trx, payload: never) => Promise<void>);
    this.#handlers.set(name, list);
  }

  async publish<Name extends keyof Map>(trx: Trx, name: Name, payload: Map[Name]): Promise<void> {
    for (const handler of this.#handlers.get(name) ?? []) await handler(trx, payload as never);
  }
}
