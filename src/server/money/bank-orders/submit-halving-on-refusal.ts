import {
  OrdersRefused,
  type BankGateway,
  type OrderResult,
} from "#server/integrations/bank/port.ts";

/** What the bank has said of the orders it took, and why it takes the others not. */
export interface Submitted {
  readonly results: readonly OrderResult[];
  /** Reasons by order id; the bank has never heard of these orders. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Hands orders over so that one the bank refuses keeps no other from being taken: a refused batch
 * is halved until the one is alone. An order that is refused now may have been taken by an earlier
 * try whose answer was lost, so the bank is asked before it is given up.
 *
 * @throws Error when the bank is out of reach.
 */
export async function submitHalvingOnRefusal<Order extends { readonly orderId: string }>(
  bank: Pick<BankGateway, "orderResults">,
  submit: (orders: readonly Order[]) => Promise<OrderResult[]>,
  orders: readonly Order[],
): Promise<Submitted> {
  if (orders.length === 0) return { results: [], refused: new Map() };
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
      await submitHalvingOnRefusal(bank, submit, orders.slice(0, half)),
      await submitHalvingOnRefusal(bank, submit, orders.slice(half)),
    ];
    return {
      results: parts.flatMap(({ results }) => results),
      refused: new Map(parts.flatMap(({ refused }) => [...refused])),
    };
  }
}
