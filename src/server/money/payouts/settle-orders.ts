import { sql, type RawBuilder } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { PayoutFailure } from "#server/integrations/bank/port.ts";
import { takeEntryIds, type CustomerEntry, type PostingLine } from "#server/money/ledger/index.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";
import { netOf, type OrderedPayout } from "./bank-orders.ts";
import { announcePayouts } from "./announce-payouts.ts";
import type { Platform } from "#server/platform.ts";
import { movementsOf } from "./movements.ts";

interface Failure {
  readonly row: OrderedPayout;
  readonly reason: PayoutFailure;
}

/**
 * Worker's money → in transit: a line per payout, one for all of a customer's.
 *
 * @param ids - taken before those of the confirmations.
 */
export function sentEntries(
  rows: readonly OrderedPayout[],
  ids: EntryIds,
  at: Date,
): CustomerEntry[] {
  return withIds(
    entriesOf("PAYOUT_SENT", rows, at, (row) => workmenLine(row, netOf(row)), "BANK_OUT"),
    ids,
  );
}

/**
 * Confirmed: money in transit has left.
 *
 * @param ids - of each customer's entry.
 */
export function confirmedEntries(
  rows: readonly OrderedPayout[],
  ids: EntryIds,
  at: Date,
): CustomerEntry[] {
  return withIds(entriesOf("PAYOUT_CONFIRMED", rows, at, null, "BANK"), ids);
}

function withIds(entries: readonly CustomerEntry[], ids: EntryIds): CustomerEntry[] {
  return entries.map((entry) => ({ ...entry, id: ids.get(entry.accountId) as bigint }));
}

export type EntryIds = ReadonlyMap<number, bigint>;

export async function takeIdsFor(trx: Trx, rows: readonly OrderedPayout[]): Promise<EntryIds> {
  const accounts = [...new Set(rows.map((row) => row.account_id))];
  if (accounts.length === 0) return new Map();
  const ids = await takeEntryIds(trx, accounts.length);
  return new Map(accounts.map((accountId, index) => [accountId, ids[index] as bigint]));
}

/**
 * The money is the worker's again.
 *
 * @param from - BANK when the bank had confirmed.
 */
export function returnedEntries(
  rows: readonly OrderedPayout[],
  from: "BANK_OUT" | "BANK",
  at: Date,
): CustomerEntry[] {
  return entriesOf("PAYOUT_RETURNED", rows, at, (row) => workmenLine(row, -netOf(row)), from);
}

/** SET list of confirmed payouts `p`. */
export function paidAt(ids: EntryIds, at: Date): RawBuilder<unknown> {
  const entry = sql`
    (${[...ids.values()]}::bigint[])[array_position(${numberArray([...ids.keys()])}::integer[],
      p.account_id)]`;
  return sql`
    paid_at = ${at}, sent_at = coalesce(p.sent_at, ${at}), failure_reason = NULL,
      confirmed_entry_ids = p.confirmed_entry_ids || ${entry}`;
}

export async function notifyPaid(
  platform: Platform,
  trx: Trx,
  rows: readonly OrderedPayout[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  // Before its registry is told to be finished.
  await platform.events.publish(trx, "payouts.paid", {
    payouts: rows.map((row) => ({ accountId: row.account_id, id: row.id })),
    at,
  });
  await platform.events.publish(trx, "payouts.moved", {
    movements: movementsOf(rows, { paid: 1 }),
    at,
  });
  await announcePayouts(trx, rows);
}

export async function notifyHeld(
  { events }: Platform,
  trx: Trx,
  rows: readonly OrderedPayout[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await events.publish(trx, "payouts.held", {
    payouts: rows.map((row) => ({ accountId: row.account_id, id: row.id })),
    at,
  });
}

export async function notifyFailed(
  platform: Platform,
  trx: Trx,
  failures: readonly Failure[],
  each: { paid?: number; failed: number },
  at: Date,
): Promise<void> {
  if (failures.length === 0) return;
  await platform.events.publish(trx, "payouts.failed", {
    payouts: failures.map(({ row, reason }) => ({ accountId: row.account_id, id: row.id, reason })),
    at,
  });
  await platform.events.publish(trx, "payouts.moved", {
    movements: movementsOf(
      failures.map(({ row }) => row),
      each,
    ),
    at,
  });
  await announcePayouts(
    trx,
    failures.map(({ row }) => row),
  );
}

function workmenLine(row: OrderedPayout, amountKopecks: bigint): PostingLine {
  return { code: "WORK_ACCRUED", accountId: row.account_id, amountKopecks, payoutId: row.id };
}

/**
 * One entry per customer.
 *
 * @param lineOf - the line of a payout; `null`: a customer's payouts are confirmed as one sum.
 * @param counter - the other side's account.
 */
function entriesOf(
  event: "PAYOUT_SENT" | "PAYOUT_CONFIRMED" | "PAYOUT_RETURNED",
  rows: readonly OrderedPayout[],
  at: Date,
  lineOf: ((row: OrderedPayout) => PostingLine) | null,
  counter: "BANK_OUT" | "BANK",
): CustomerEntry[] {
  return [...groupBy(rows, (row) => row.account_id)].map(([accountId, ofAccount]) => {
    const first = ofAccount[0] as OrderedPayout;
    const lines: PostingLine[] = lineOf
      ? ofAccount.map(lineOf)
      : [
          {
            code: "BANK_OUT",
            accountId,
            amountKopecks: ofAccount.reduce((sum, row) => sum + netOf(row), 0n),
          },
        ];
    const total = lines.reduce((sum, line) => sum + line.amountKopecks, 0n);
    return {
      event,
      source: { type: "payout", id: first.id, attempt: first.attempt },
      accountId,
      at,
      businessDate: moscowDate(at),
      lines: [...lines, { code: counter, accountId, amountKopecks: -total }],
    };
  });
}
