import { sql, type RawBuilder } from "kysely";
import { PAYOUT_TRANSITIONS } from "#contract/payouts/payout-states.ts";
import type { PayoutOrder } from "#server/integrations/bank/port.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition } from "#server/data/transition.ts";
import type { OrderKind, SettledOrder } from "#server/money/bank-orders/index.ts";
import { postBatch } from "#server/money/ledger/index.ts";
import type { Platform } from "#server/platform.ts";
import { announcePayouts } from "./announce-payouts.ts";
import {
  destinationMaskOf,
  leaseOrders,
  lockOrders,
  orderIdOf,
  orderOf,
  PAYOUT_ORDERS,
  type OrderedPayout,
  type OrderRow,
} from "./bank-orders.ts";
import {
  confirmedEntries,
  notifyFailed,
  notifyHeld,
  notifyPaid,
  paidAt,
  returnedEntries,
  sentEntries,
  takeIdsFor,
} from "./settle-orders.ts";

/** One statement per outcome for a thousand orders. */
export function payoutOrders(platform: Platform): OrderKind<OrderedPayout, PayoutOrder, OrderRow> {
  return {
    name: PAYOUT_ORDERS,
    idleMs: 1000,
    batch: 1000,
    isSettledTogether: true,
    isDecidedByPeople: true,
    orderIdOf,
    sentAtOf: (row) => row.sent_at,
    isHeld: (row) => row.state === "BANK_HELD",
    orderOf: (row) => orderOf(row, platform.secrets),
    submit: (bank, orders) => bank.submitOrders(orders),
    lease: (stage, claim) => leaseOrders(platform, stage, claim),
    lock: lockOrders,
    settle: (trx, orders, at) => settle(platform, trx, orders, at),
  };
}

type Settled = SettledOrder<OrderedPayout, OrderRow>;
type Status = Settled["outcome"]["status"];
type Of<One extends Status> = Settled & {
  readonly outcome: Extract<Settled["outcome"], { status: One }>;
};

async function settle(
  platform: Platform,
  trx: Trx,
  orders: readonly Settled[],
  at: Date,
): Promise<void> {
  const of = <One extends Status>(...statuses: One[]) =>
    orders.filter((one): one is Of<One> => (statuses as string[]).includes(one.outcome.status));
  const [waiting, done, failed] = [of("WAITING"), of("DONE"), of("FAILED", "RETURNED")];
  const left = of("WAITING", "DONE", "RETURNED").filter(({ stage }) => stage === "READY");
  const moved = waiting.filter(
    ({ stage, outcome }) => stage !== (outcome.isHeld ? "HELD" : "SENT"),
  );
  await updateOrders(trx, of("POSTPONED"), null, sql`due_at = p.due_at`);
  for (const [event, alike] of groupBy(waiting, waitingEvent))
    await updateOrders(
      trx,
      alike,
      event,
      sql`
        sent_at = coalesce(p.sent_at, ${at}), due_at = k.due_at,
        held_at = ${event === "bankHold" ? sql`coalesce(p.held_at, ${at})` : sql`NULL`}`,
    );
  const sentIds = await takeIdsFor(trx, rowsOf(left));
  const ids = await takeIdsFor(trx, rowsOf(done));
  await updateOrders(trx, done, "pay", paidAt(ids, at));
  for (const [, alike] of groupBy(failed, ({ outcome }) => `${outcome.status} ${outcome.reason}`)) {
    const { status, reason } = (alike[0] as (typeof alike)[number]).outcome;
    await updateOrders(
      trx,
      alike,
      status === "FAILED" ? "fail" : "return",
      sql`failure_reason = ${reason}, returned_at = ${at}`,
    );
  }
  await announcePayouts(trx, rowsOf(moved));
  // Of a held one only that is told.
  const sent = left.filter(({ outcome }) => outcome.status !== "WAITING" || !outcome.isHeld);
  if (sent.length > 0)
    await platform.events.publish(trx, "payouts.sent", {
      payouts: sent.map(({ row }) => ({ accountId: row.account_id, id: row.id })),
      at,
    });
  // As late as possible: receipts of the same customers wait for these locks until the commit.
  const back = failed.filter(
    ({ stage, outcome }) => stage !== "READY" || outcome.status === "RETURNED",
  );
  const [late, early] = [
    back.filter(({ stage }) => stage === "DONE"),
    back.filter(({ stage }) => stage !== "DONE"),
  ];
  await postBatch(
    trx,
    [
      ...sentEntries(rowsOf(left), sentIds, at),
      ...confirmedEntries(rowsOf(done), ids, at),
      ...returnedEntries(rowsOf(early), "BANK_OUT", at),
      ...returnedEntries(rowsOf(late), "BANK", at),
    ],
    orders.map(({ row }) => row.account_id),
  );
  await notifyPaid(platform, trx, rowsOf(done), at);
  await notifyHeld(platform, trx, rowsOf(moved.filter(({ outcome }) => outcome.isHeld)), at);
  const failures = (some: readonly Of<"FAILED" | "RETURNED">[]) =>
    some.map(({ row, outcome }) => ({ row, reason: outcome.reason }));
  await notifyFailed(
    platform,
    trx,
    failures(failed.filter(({ stage }) => stage !== "DONE")),
    { failed: 1 },
    at,
  );
  // One movement: between two the registry would seem to run again.
  await notifyFailed(platform, trx, failures(late), { paid: -1, failed: 1 }, at);
}

function rowsOf(orders: readonly Settled[]): OrderedPayout[] {
  return orders.map(({ row }) => row);
}

/**
 * Updates locked payouts and ends their leases. What was ordered now keeps its destination,
 * whatever the worker changes later.
 *
 * @param event - of all of them; `null`: they stay where they are.
 * @param change - SET list of payouts `p`; `k` has `due_at`.
 */
async function updateOrders(
  trx: Trx,
  orders: readonly Settled[],
  event: keyof typeof PAYOUT_TRANSITIONS | null,
  change: RawBuilder<unknown>,
): Promise<void> {
  if (orders.length === 0) return;
  const move = event && transition(PAYOUT_TRANSITIONS, event, "system", { of: "p" });
  const waits = orders.map(({ outcome }) => (outcome.status === "WAITING" ? outcome : null));
  const moved = await sql`
    UPDATE payouts p SET ${move ? sql`${move.set}, ${change}` : change}, leased_until = NULL,
      destination_mask = coalesce(k.mask, p.destination_mask),
      destination_holder = coalesce(k.holder, p.destination_holder)
    FROM unnest(${numberArray(orders.map(({ row }) => row.account_id))}::integer[],
      ${numberArray(orders.map(({ row }) => row.id))}::bigint[],
      ${waits.map((outcome) => outcome?.dueAt ?? null)}::timestamptz[],
      ${orders.map((one) => (one.isSubmitted && one.leased ? destinationMaskOf(one.leased) : null))}::text[],
      ${orders.map((one) => holderOf(one))}::text[])
      AS k(account_id, id, due_at, mask, holder)
    WHERE p.account_id = k.account_id AND p.id = k.id AND ${move?.from ?? sql`true`}`.execute(trx);
  requireMoved(moved, orders.length);
}

function waitingEvent({ stage, outcome }: Of<"WAITING">): "send" | "bankHold" | "bankRelease" {
  if (outcome.isHeld) return "bankHold";
  return stage === "HELD" ? "bankRelease" : "send";
}

function holderOf({ stage, outcome, leased, isSubmitted }: Settled): string | null {
  const isOrdered = stage === "READY" && outcome.status !== "POSTPONED";
  return isSubmitted || isOrdered ? (leased?.recipient ?? null) : null;
}
