import type { IdOf } from "#contract/definitions/define-enumeration.ts";
import { REASONS } from "#contract/definitions/reasons.ts";

/** One transfer to a worker. */
export interface PayoutOrder {
  /** Our key: the bank does the order once, however often it hears of it. `{accountId}-{payoutId}-{attempt}`. */
  readonly orderId: string;
  readonly kind: "CARD" | "PAYMENT_ACCOUNT" | "SBP";
  readonly amountKopecks: bigint;
  /** Card token, account number with БИК (`{bik}:{account}`), or phone 79XXXXXXXXX, by kind. */
  readonly destination: string;
  readonly recipientName: string;
  readonly recipientInn: string;
  readonly purpose: string;
}

/** Why a transfer did not arrive. */
export const PAYOUT_FAILURES = REASONS.payoutFailure.ids;
export type PayoutFailure = IdOf<typeof REASONS.payoutFailure>;

export type OrderResult =
  | { readonly orderId: string; readonly status: "PENDING" }
  | { readonly orderId: string; readonly status: "DONE"; readonly at: Date }
  /** Never left the bank. */
  | { readonly orderId: string; readonly status: "REJECTED"; readonly reason: PayoutFailure; readonly at: Date }
  /** Left and came back, up to ten days after DONE. */
  | { readonly orderId: string; readonly status: "RETURNED"; readonly reason: PayoutFailure; readonly at: Date }
  /** The bank has not heard of this order. */
  | { readonly orderId: string; readonly status: "UNKNOWN" };

/** The bank that holds the customers' money. Answers may come at once, later, or after a return. */
export interface BankGateway {
  /**
   * Hands over up to 1 000 orders; repeating an order changes nothing.
   *
   * @returns one result for each order, in any order.
   * @throws Error when the bank is out of reach: nothing may have been taken, or everything; ask again.
   */
  submitOrders(orders: readonly PayoutOrder[]): Promise<OrderResult[]>;
  /** What has become of the orders; at most 1 000. */
  orderResults(orderIds: readonly string[]): Promise<OrderResult[]>;
  /** Orders that came back since the moment, newest last: how a return after DONE is learnt. At most 1 000. */
  returnsSince(moment: Date): Promise<Extract<OrderResult, { status: "RETURNED" }>[]>;
}
