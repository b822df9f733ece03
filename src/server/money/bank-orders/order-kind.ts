import type { BankGateway, OrderResult, PayoutFailure } from "#server/integrations/bank/port.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { NeverPaid } from "./may-still-be-paid.ts";

/**
 * READY: to be submitted; SENT: submitted, its answer is awaited; HELD: the bank has put it aside
 * until its owner confirms it; DONE: the bank has paid it.
 */
export type OrderStage = "READY" | "SENT" | "HELD" | "DONE";

export type OrderOutcome =
  /** The bank has it and has not ended it. */
  | { readonly status: "WAITING"; readonly dueAt: Date; readonly isHeld: boolean }
  /** The bank does not take it: it stays as it is until its next try. */
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
  /** As it was when the bank was asked; `null`: it came back after it was done. */
  readonly leased: Leased | null;
  /** By this very run, with the data of `leased`. */
  readonly isSubmitted: boolean;
}

/** What differs between the kinds of orders that `bankOrderTasks` sends and awaits. */
export interface OrderKind<
  Row,
  Order extends { readonly orderId: string },
  Leased extends Row = Row,
> {
  /** Of its tasks, and of what they set aside. */
  readonly name: string;
  readonly idleMs: number;
  /** Most orders of one transaction. */
  readonly settledAtOnce: number;
  /** An order the bank has never taken waits, FAILED, for a person who reads why. */
  readonly isDecidedByPeople?: true;
  orderIdOf(row: Row): string;
  sentAtOf(row: Row): Date | null;
  isHeld?(row: Leased): boolean;
  /**
   * @returns a reason when its recipient has no such requisites any more.
   * @throws Error - when none can be made, in words for the person who pays.
   */
  orderOf(row: Leased): Order | PayoutFailure;
  submit(bank: BankGateway, orders: readonly Order[]): Promise<OrderResult[]>;
  /**
   * Keeps some due orders from everybody else until `until`, in a transaction of its own, and
   * returns them. SENT: with those the bank holds.
   */
  lease(
    stage: "READY" | "SENT",
    times: { readonly at: Date; readonly until: Date },
  ): Promise<Leased[]>;
  /** Locks those orders that are of this kind and not ended otherwise. */
  lock(trx: Trx, orderIds: readonly string[]): Promise<LockedOrder<Row>[]>;
  /** Writes what the bank has said of locked orders, and moves their money. */
  settle(trx: Trx, orders: readonly SettledOrder<Row, Leased>[], at: Date): Promise<void>;
}

/** For kinds of few orders, each of which is settled in a transaction of its own. */
export function settledOneByOne<Row>({
  lock,
  settle,
}: {
  readonly lock: (trx: Trx, orderId: string) => Promise<LockedOrder<Row> | null>;
  readonly settle: (trx: Trx, order: SettledOrder<Row>, at: Date) => Promise<void>;
}): Pick<OrderKind<Row, never>, "settledAtOnce" | "lock" | "settle"> {
  return {
    settledAtOnce: 1,
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
