import type { BankGateway, OrderResult, PayoutFailure } from "#server/integrations/bank/port.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { NeverPaid } from "./may-still-be-paid.ts";

/** READY: to be submitted; SENT: submitted, its answer is awaited; DONE: the bank has paid it. */
export type OrderStage = "READY" | "SENT" | "DONE";

export type OrderOutcome =
  | { readonly status: "WAITING"; readonly dueAt: Date }
  | { readonly status: "DONE" }
  /** Refused, or sent back: `never` lets its money go back. */
  | {
      readonly status: "FAILED" | "RETURNED";
      readonly reason: PayoutFailure;
      readonly never: NeverPaid;
    };

export interface LockedOrder<Row> {
  readonly row: Row;
  readonly stage: OrderStage;
}

/** What differs between the kinds of orders that `bankOrderTasks` sends and awaits. */
export interface OrderKind<Row, Order extends { readonly orderId: string }> {
  /** Of its tasks, and of what they set aside. */
  readonly name: string;
  readonly batch: number;
  readonly idleMs: number;
  orderIdOf(row: Row): string;
  sentAtOf(row: Row): Date | null;
  orderOf(row: Row): Order;
  submit(bank: BankGateway, orders: readonly Order[]): Promise<OrderResult[]>;
  /**
   * Puts the due time of up to `batch` due orders off to `until` and returns them, in a transaction
   * of its own: nobody else takes them while the bank is asked.
   */
  lease(
    stage: "READY" | "SENT",
    times: { readonly at: Date; readonly until: Date },
  ): Promise<Row[]>;
  /** Locks an order of this kind that is READY, SENT or DONE. @returns `null` for any other. */
  lock(trx: Trx, orderId: string): Promise<LockedOrder<Row> | null>;
  /** Writes what the bank has said of a locked order, and moves its money. */
  settle(
    trx: Trx,
    order: LockedOrder<Row> & { readonly outcome: OrderOutcome; readonly at: Date },
  ): Promise<void>;
}
