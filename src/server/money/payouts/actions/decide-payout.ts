import { sql } from "kysely";
import { MAX_PAYOUT_TRIES } from "#contract/payouts/payout-states.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import { requireNeverPaid } from "#server/money/bank-orders/index.ts";
import { conflict } from "#server/http/app-error.ts";
import { forgetFailures } from "#server/work/set-aside.ts";
import type { Trx } from "#server/data/transaction.ts";
import { lockYearLimits, requireWithinYear } from "#server/money/payability/index.ts";
import { CHOSEN_MASK } from "#server/money/destinations/index.ts";
import { orderIdOf, PAYOUT_ORDERS } from "../bank-orders.ts";
import { announcePayouts } from "../announce-payouts.ts";
import type { Platform } from "#server/platform.ts";
import type { AskedPayout } from "../ask-about-payout.ts";
import { endPayout, lockToEnd } from "./end-payout.ts";
import type { EarnedRow } from "./give-back.ts";
import { moveReceipt } from "./move-receipt.ts";
import { movementsOf } from "../movements.ts";

interface PayoutKey {
  readonly accountId: number;
  readonly payoutId: bigint;
}

interface DecidedRow extends EarnedRow {
  readonly hold_id: bigint;
  readonly was: string;
}

/**
 * Asks again for a rejected receipt, orders a returned payment anew.
 *
 * @param asked - by `askAboutOrder`: what the bank may still pay is not ordered again.
 * @throws AppError `conflict` - not failed, tried five times, or no room in the worker's year.
 */
export async function retryPayout(
  platform: Platform,
  trx: Trx,
  { accountId, payoutId }: PayoutKey,
  asked: AskedPayout | null,
): Promise<void> {
  const at = platform.clock.now();
  const { rows } = await sql<DecidedRow>`
    WITH before AS (SELECT account_id, id, state
      FROM payouts
      WHERE account_id = ${accountId} AND id = ${payoutId}
      FOR UPDATE)
    UPDATE payouts p SET
      state = CASE WHEN before.state = 'RECEIPT_FAILED' THEN 'RECEIPT_PENDING' ELSE 'READY' END,
      attempt = CASE WHEN before.state = 'RECEIPT_FAILED' THEN p.attempt ELSE p.attempt + 1 END,
      due_at = ${at}, failure_reason = NULL, sent_at = NULL, held_at = NULL, paid_at = NULL,
      returned_at = NULL, waits_for = NULL, destination_mask = CASE
        WHEN before.state <> 'RECEIPT_FAILED' THEN ${CHOSEN_MASK} END, destination_holder = NULL
    FROM before
    WHERE p.account_id = before.account_id
      AND p.id = before.id
      AND (before.state = 'RECEIPT_FAILED'
        OR (before.state IN ('RETURNED', 'FAILED') AND p.attempt <= ${MAX_PAYOUT_TRIES}))
    RETURNING p.account_id, p.id, p.registry_id, p.workman_id, p.hold_id, p.amount_kopecks,
      p.commission_kopecks, p.vat_kopecks, p.attempt, p.tax_reserved_kopecks, before.state AS was`.execute(
    trx,
  );
  const row = rows[0];
  if (!row) throw conflict();
  if (row.was !== "RECEIPT_FAILED") {
    // Source: domain.md §3.4, invariant 8.
    await refuseWithoutReceipt(trx, { accountId, payoutId });
    const before = orderIdOf({ ...row, attempt: row.attempt - 1 });
    requireNeverPaid(asked?.order ?? null, before, at);
    await forgetFailures(trx, PAYOUT_ORDERS, [before]);
  }
  if (row.was === "RECEIPT_FAILED") {
    // Before the registry's counters, for which others wait with its money locked.
    await lockYearLimits(trx, sql`(SELECT ${row.workman_id}::integer)`);
    // A rejected operation does not exist: the new one has today's date and year limit.
    await moveReceipt(
      trx,
      { accountId, payoutId },
      "retry",
      sql`error_code = NULL, operation_at = ${at}`,
    );
  }
  await platform.events.publish(trx, "payouts.moved", {
    movements: movementsOf([row], { failed: -1 }),
    at,
  });
  if (row.was === "RECEIPT_FAILED") await requireWithinYear(trx, row, at);
  await announcePayouts(trx, [row]);
}

/**
 * Money and commission return, a registered receipt is annulled. Source: `domain.md` §3.3,
 * «Returned, given up».
 *
 * @param asked - by `askAboutPayout`.
 * @throws AppError `conflict` - not failed, or the bank may pay it.
 */
export async function giveUpPayout(
  platform: Platform,
  trx: Trx,
  key: PayoutKey,
  asked: AskedPayout | null,
): Promise<void> {
  const row = await lockToEnd(trx, key, "giveUp");
  if (!row) throw conflict();
  if (row.state !== "RECEIPT_FAILED") await refuseWhileReissued(trx, key);
  await endPayout(platform, trx, row, { asked });
}

const REISSUED_NOW = "Чек этой выплаты выпускается заново. Решите, когда он будет готов";

/** Read after the payout is locked, so it cannot be annulled meanwhile. */
async function refuseWithoutReceipt(trx: Trx, key: PayoutKey): Promise<void> {
  const state = await lockReceiptState(trx, key);
  // Entrepreneurs have none.
  if (state === undefined || state === "REGISTERED") return;
  if (state === "NEW" || state === "SENT") throw conflict(REISSUED_NOW);
  throw conflict(
    state === "ERROR"
      ? "ФНС отказала в новом чеке этой выплаты. Отправьте чек ещё раз или отмените выплату"
      : "Чек этой выплаты аннулирован. Отмените выплату: деньги вернутся на баланс",
  );
}

/** A receipt on its way would be registered for money that has gone back. */
async function refuseWhileReissued(trx: Trx, key: PayoutKey): Promise<void> {
  const state = await lockReceiptState(trx, key);
  if (state === "NEW" || state === "SENT") throw conflict(REISSUED_NOW);
}

async function lockReceiptState(
  trx: Trx,
  { accountId, payoutId }: PayoutKey,
): Promise<ReceiptState | undefined> {
  const { rows } = await sql<{ state: ReceiptState }>`
    SELECT state FROM receipts
    WHERE account_id = ${accountId} AND payout_id = ${payoutId}
    FOR UPDATE`.execute(trx);
  return rows[0]?.state;
}
