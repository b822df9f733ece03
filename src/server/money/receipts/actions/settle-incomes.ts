import { PAYOUT_TRANSITIONS, type PayoutState } from "#contract/payouts/payout-states.ts";
import { sql } from "kysely";
import type { IncomeResult } from "#server/integrations/tax-service/port.ts";
import { preferIndexes } from "#server/data/batch-transaction.ts";
import { announce } from "#server/data/live.ts";
import { groupBy } from "#server/data/group-by.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import {
  announcePayouts,
  movementsOf,
  movePayouts,
  updatePayouts,
} from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import { forgetFailures, noteFailure } from "#server/work/set-aside.ts";
import {
  keyOf,
  lockPayouts,
  operationIdOf,
  outcomeOf,
  writeIncomes,
  type IncomeOutcome,
  type IncomeRow,
} from "../incomes.ts";
import { settleRegistered } from "./settle-registered.ts";

/** Receipts without a number are looked for as often as any other. */
const FIND_NUMBER = "payouts.find-receipt-number";
/** Operators see what was found until it is annulled: it is named as the task names it. */
const ANNUL = "payouts.reverse-receipts";
const FOUND_LATE = "ФНС сформировала чек отменённой выплаты: он аннулируется";
const NAMELESS =
  "ФНС зарегистрировала доход, но номер чека найти не удаётся: найдите его в «Моём налоге»";

export async function settleIncomes(
  platform: Platform,
  trx: Trx,
  rows: readonly IncomeRow[],
  answers: ReadonlyMap<string, IncomeResult>,
  at: Date,
): Promise<void> {
  await preferIndexes(trx);
  const states = await lockPayouts(trx, rows);
  const stateOf = (row: IncomeRow): PayoutState | undefined => states.get(keyOf(row));
  /** The payout waits for this receipt and shares its due time. */
  const waits = (row: IncomeRow) => row.reissue_no === 0 && stateOf(row) === "RECEIPT_PENDING";
  const isCanceled = (row: IncomeRow) => stateOf(row) === "CANCELED";
  const later = (pauseMs: number) => new Date(at.getTime() + pauseMs);
  const outcomes = rows
    .filter((row) => row.needs_receipt)
    .map((row) => outcomeOf(row, answers.get(operationIdOf(row)), at));
  const written = await writeIncomes(trx, outcomes, at, ({ row, state, pauseMs }) =>
    // What was sent for a payout cancelled meanwhile is followed to its end, not sent again.
    pauseMs === null || waits(row) || (isCanceled(row) && state !== "SENT") ? null : later(pauseMs),
  );
  const heard = outcomes.filter(({ row }) => written.has(keyOf(row)));
  const withStatus = (status: IncomeOutcome["status"]) =>
    heard.filter((outcome) => outcome.status === status);

  const registered = withStatus("REGISTERED").map(({ row }) => row);
  await tellOfLate(
    platform,
    trx,
    withStatus("REGISTERED").filter(({ row }) => isCanceled(row)),
    at,
  );
  const refused = withStatus("REFUSED");
  const failed = heard.filter(({ row, state }) => state === "ERROR" && waits(row));
  await settleRegistered(
    platform,
    trx,
    [...registered, ...rows.filter((row) => !row.needs_receipt && waits(row))].map((row) => ({
      ...row,
      payout_state: stateOf(row) ?? "CANCELED",
    })),
    { at, customers: failed.map(({ row }) => row.account_id) },
  );
  await forgetFailures(
    trx,
    FIND_NUMBER,
    registered.filter(({ attempts }) => attempts > 0).map(operationIdOf),
  );
  const paused = heard.filter(({ row, pauseMs }) => pauseMs !== null && waits(row));
  for (const [pauseMs, same] of groupBy(paused, (outcome) => outcome.pauseMs ?? 0))
    await updatePayouts(
      trx,
      same.map(({ row }) => row),
      sql`due_at = ${later(pauseMs)}`,
    );
  if (withStatus("FAULT").length > 0)
    await platform.events.publish(trx, "tax-service.faulted", { at });
  for (const { row } of withStatus("DUPLICATE"))
    await noteFailure(trx, { task: FIND_NUMBER, item: operationIdOf(row), problem: NAMELESS }, at);
  if (refused.length > 0)
    await platform.events.publish(trx, "tax-service.refused", {
      refusals: refused.flatMap(({ row, error }) =>
        error === null ? [] : [{ workmanId: row.workman_id, error }],
      ),
    });
  await settleRefused(
    platform,
    trx,
    failed.map(({ row }) => row),
    at,
  );
  await announceReissued(
    trx,
    heard.map(({ row }) => row).filter((row) => row.reissue_no > 0),
  );
}

/** Registered after its payout had ended: `settleRegistered` annuls it. */
async function tellOfLate(
  { events }: Platform,
  trx: Trx,
  late: readonly IncomeOutcome[],
  at: Date,
): Promise<void> {
  if (late.length === 0) return;
  for (const { receiptId } of late)
    if (receiptId !== null)
      await noteFailure(trx, { task: ANNUL, item: receiptId, problem: FOUND_LATE }, at);
  const payouts = late.map(({ row }) => ({ accountId: row.account_id, id: row.id }));
  await events.publish(trx, "receipts.found-late", { payouts, at });
}

/** Nothing is earned without a receipt: the money stays frozen until a person decides. */
async function settleRefused(
  platform: Platform,
  trx: Trx,
  rows: readonly IncomeRow[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const refuse = transition(PAYOUT_TRANSITIONS, "refuseReceipt", "system", { of: "p" });
  await movePayouts(trx, rows, refuse, sql`failure_reason = NULL`);
  await announcePayouts(trx, rows);
  await platform.events.publish(trx, "receipts.refused", {
    payouts: rows.map((row) => ({ accountId: row.account_id, id: row.id })),
    at,
  });
  await platform.events.publish(trx, "payouts.moved", {
    movements: movementsOf(rows, { failed: 1 }),
    at,
  });
}

async function announceReissued(trx: Trx, rows: readonly IncomeRow[]): Promise<void> {
  for (const [accountId, ofAccount] of groupBy(rows, (row) => row.account_id))
    await announce(trx, {
      to: `account:${accountId}`,
      resource: "receipts",
      ids: ofAccount.map(({ id }) => Number(id)),
    });
}
