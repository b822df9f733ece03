import type { BankGateway, OrderResult, PayoutFailure } from "#server/integrations/bank/port.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Claim } from "#server/work/item-task.ts";
import type { NeverPaid, Versioned } from "./may-still-be-paid.ts";

/**
 * READY: to be submitted; SENT: its answer is awaited; HELD: set aside by the bank until its owner
 * confirms it; DONE: paid.
 */
export type OrderStage = "READY" | "SENT" | "HELD" | "DONE";

export type OrderOutcome =
  /** The bank has not ended it. */
  | { readonly status: "WAITING"; readonly dueAt: Date; readonly isHeld: boolean }
  /** The bank does not take it now: tried again later. */
  | { readonly status: "POSTPONED" }
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

export interface SettledOrder<Row, Leased = Row> extends LockedOrder<Row> {
  readonly outcome: OrderOutcome;
  /** As when the bank was asked; `null`: it came back after it was done. */
  readonly leased: Leased | null;
  /** By this very run, with `leased`. */
  readonly isSubmitted: boolean;
}

/**
 * Why no order can be made: a `PayoutFailure` ends it, except NOT_ORDERED; with that or a sentence for
 * the payer it is tried again.
 */
export type NotSent = string;

/** What differs between kinds of orders. */
export interface OrderKind<
  Row extends Versioned,
  Order extends { readonly orderId: string },
  Leased extends Row = Row,
> {
  /** Also names the items it sets aside. */
  readonly name: string;
  readonly idleMs: number;
  readonly batch: number;
  /** Where one statement for all is much cheaper. */
  readonly isSettledTogether?: true;
  /** An order the bank never took waits, FAILED, for a person who reads why. */
  readonly isDecidedByPeople?: true;
  orderIdOf(row: Row): string;
  sentAtOf(row: Row): Date | null;
  isHeld?(row: Leased): boolean;
  orderOf(row: Leased): Order | NotSent;
  submit(bank: BankGateway, orders: readonly Order[]): Promise<OrderResult[]>;
  /** SENT: with those HELD. */
  lease(stage: "READY" | "SENT", claim: Claim): Promise<Leased[]>;
  /** Leaves out orders of other kinds and ended ones. */
  lock(trx: Trx, orderIds: readonly string[]): Promise<LockedOrder<Row>[]>;
  settle(trx: Trx, orders: readonly SettledOrder<Row, Leased>[], at: Date): Promise<void>;
}

export function settledOneByOne<Row extends Versioned>({
  lock,
  settle,
}: {
  readonly lock: (trx: Trx, orderId: string) => Promise<LockedOrder<Row> | null>;
  readonly settle: (trx: Trx, order: SettledOrder<Row>, at: Date) => Promise<void>;
}): Pick<OrderKind<Row, never>, "lock" | "settle"> {
  return {
    async lock(trx, orderIds) {
      const locked: LockedOrder<Row>[] = [];
      for (const orderId of orderIds) {
        const order = await lock(trx, orderId);
        if (order) locked.push(order);
      }
      return locked;
    },
    async settle(trx, orders, at) {
      for (const order of orders) await settle(trx, order, at);
    },
  };
}
