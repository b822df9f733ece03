import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { PayoutFailure } from "#server/integrations/bank/port.ts";
import { post } from "#server/modules/ledger/index.ts";
import { groupBy } from "#server/platform/group-by.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { netOf, type OrderRow } from "./bank-orders.ts";
import type { PayoutDependencies } from "./index.ts";
import { movementsOf } from "./movements.ts";
import { updatePayouts } from "./update-payouts.ts";

/** Worker's money → on its way. One entry per customer, one line per worker and one for the whole batch. */
export async function postSent(trx: Trx, rows: readonly OrderRow[], at: Date): Promise<void> {
  await postPerAccount(trx, "PAYOUT_SENT", rows, at, (row) => ({ code: "WORK_ACCRUED", accountId: row.account_id, amountKopecks: netOf(row), payoutId: row.id }), "BANK_OUT");
}

/** Writes down that the bank has confirmed; the money follows by `settlePaid`, under the locks of the customers. */
export async function markPaid(trx: Trx, rows: readonly OrderRow[], at: Date): Promise<void> {
  await updatePayouts(trx, rows, sql`state = 'PAID', paid_at = ${at}, sent_at = coalesce(p.sent_at, ${at}), failure_reason = NULL`);
}

/** The bank has confirmed: what was on its way has left. */
export async function settlePaid(deps: PayoutDependencies, trx: Trx, rows: readonly OrderRow[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  for (const [accountId, ofAccount] of groupBy(rows, (row) => row.account_id)) {
    const total = sumOf(ofAccount);
    const first = ofAccount[0] as OrderRow;
    await post(trx, {
      event: "PAYOUT_CONFIRMED",
      source: { type: "payout", id: first.id, attempt: first.attempt },
      accountId,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK_OUT", accountId, amountKopecks: total },
        { code: "BANK", accountId, amountKopecks: -total },
      ],
    });
  }
  await deps.events.publish(trx, "payouts.moved", { movements: movementsOf(rows, { paid: 1 }), at });
  const ofOffers = rows.filter((row) => row.registry_id === null);
  if (ofOffers.length > 0) await deps.events.publish(trx, "payouts.paid", { payouts: ofOffers.map((row) => ({ accountId: row.account_id, id: row.id })), at });
}

/** Sent and refused or sent back before the bank confirmed: the money is the worker's again and waits for a decision. */
export async function settleReturned(deps: PayoutDependencies, trx: Trx, failures: readonly { row: OrderRow; reason: PayoutFailure }[], state: "RETURNED" | "FAILED", at: Date): Promise<void> {
  if (failures.length === 0) return;
  await postPerAccount(trx, "PAYOUT_RETURNED", failures.map(({ row }) => row), at, (row) => ({ code: "WORK_ACCRUED", accountId: row.account_id, amountKopecks: -netOf(row), payoutId: row.id }), "BANK_OUT");
  await markFailed(deps, trx, failures, state, at);
}

/** Writes down that payouts did not arrive, and tells whoever listens. */
export async function markFailed(deps: PayoutDependencies, trx: Trx, failures: readonly { row: OrderRow; reason: PayoutFailure }[], state: "RETURNED" | "FAILED", at: Date): Promise<void> {
  if (failures.length === 0) return;
  for (const [reason, ofReason] of groupBy(failures, (failure) => failure.reason)) {
    await updatePayouts(trx, ofReason.map(({ row }) => row), sql`state = ${state}, failure_reason = ${reason}, returned_at = ${at}`);
  }
  await deps.events.publish(trx, "payouts.moved", { movements: movementsOf(failures.map(({ row }) => row), { failed: 1 }), at });
  await deps.events.publish(trx, "payouts.failed", { payouts: failures.map(({ row, reason }) => ({ accountId: row.account_id, id: row.id, reason })), at });
}

type Line = Parameters<typeof post>[1]["lines"][number];

async function postPerAccount(trx: Trx, event: "PAYOUT_SENT" | "PAYOUT_RETURNED", rows: readonly OrderRow[], at: Date, lineOf: (row: OrderRow) => Line, counter: "BANK_OUT" | "BANK"): Promise<void> {
  for (const [accountId, ofAccount] of groupBy(rows, (row) => row.account_id)) {
    const first = ofAccount[0] as OrderRow;
    const lines = ofAccount.map((row) => lineOf(row));
    const total = lines.reduce((sum, line) => sum + line.amountKopecks, 0n);
    await post(trx, {
      event,
      source: { type: "payout", id: first.id, attempt: first.attempt },
      accountId,
      at,
      businessDate: moscowDate(at),
      lines: [...lines, { code: counter, accountId, amountKopecks: -total }],
    });
  }
}

/** Confirmed, and came back days later: out of the bank account, into the worker's claim. */
export async function settleLateReturn(deps: PayoutDependencies, trx: Trx, row: OrderRow, reason: PayoutFailure, at: Date): Promise<void> {
  await postPerAccount(trx, "PAYOUT_RETURNED", [row], at, (one) => ({ code: "WORK_ACCRUED", accountId: one.account_id, amountKopecks: -netOf(one), payoutId: one.id }), "BANK");
  await deps.events.publish(trx, "payouts.moved", { movements: movementsOf([row], { paid: -1 }), at });
  await markFailed(deps, trx, [{ row, reason }], "RETURNED", at);
}

function sumOf(rows: readonly OrderRow[]): bigint {
  return rows.reduce((sum, row) => sum + netOf(row), 0n);
}
