import {
  OrdersRefused,
  type BankGateway,
  type OrderResult,
} from "#server/integrations/bank/port.ts";

export interface Submitted {
  readonly results: readonly OrderResult[];
  /** By order id; the bank does not know them. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * A rejected batch is retried in halves: one order blocks no other. An earlier try may have
 * submitted it, its answer lost: the bank is asked before it counts as rejected.
 *
 * @param isLate - what is left then has neither result nor reason.
 * @throws Error when the bank cannot be reached.
 */
export async function submitHalvingOnRefusal<Order extends { readonly orderId: string }>(
  bank: Pick<BankGateway, "orderResults">,
  submit: (orders: readonly Order[]) => Promise<OrderResult[]>,
  orders: readonly Order[],
  isLate: () => boolean,
): Promise<Submitted> {
  if (orders.length === 0 || isLate()) return { results: [], refused: new Map() };
  try {
    return { results: await submit(orders), refused: new Map() };
  } catch (error) {
    if (!(error instanceof OrdersRefused)) throw error;
    const [first] = orders;
    if (first && orders.length === 1) {
      const known = (await bank.orderResults([first.orderId])).filter(
        (result) => result.status !== "UNKNOWN",
      );
      return known.length > 0
        ? { results: known, refused: new Map() }
        : { results: [], refused: new Map([[first.orderId, error.message]]) };
    }
    const half = Math.ceil(orders.length / 2);
    const parts = [
      await submitHalvingOnRefusal(bank, submit, orders.slice(0, half), isLate),
      await submitHalvingOnRefusal(bank, submit, orders.slice(half), isLate),
    ];
    return {
      results: parts.flatMap(({ results }) => results),
      refused: new Map(parts.flatMap(({ refused }) => [...refused])),
    };
  }
}
