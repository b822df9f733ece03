import { sql } from "kysely";
import { MAX_PAYOUT_TRIES, PAYOUT_TRANSITIONS } from "#contract/payouts/payout-states.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import { requireNeverPaid } from "#server/money/bank-orders/index.ts";
import { conflict } from "#server/http/app-error.ts";
import { forgetFailures } from "#server/work/set-aside.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { lockYearLimits, requireWithinYear } from "#server/money/payability/index.ts";
import { CHOSEN_MASK } from "#server/money/destinations/index.ts";
import { orderIdOf, PAYOUT_ORDERS } from "../bank-orders.ts";
import { announcePayouts } from "../announce-payouts.ts";
import type { Platform } from "#server/platform.ts";
import type { AskedPayout } from "../ask-about-payout.ts";
import { endPayout, lockToMove } from "./end-payout.ts";
import { refuseWhileAwaited } from "../may-still-be-registered.ts";
import type { EarnedRow } from "./give-back.ts";
import { moveReceipt } from "./move-receipt.ts";
import { movementsOf } from "../movements.ts";

interface PayoutKey {
  readonly accountId: number;
  readonly payoutId: bigint;
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
  const key = { accountId, payoutId };
  const rejected = await lockToMove(trx, key, "retryReceipt");
  const ofReceipt = rejected !== undefined;
  const before = rejected ?? (await lockToMove(trx, key, "retry"));
  if (!before) throw conflict();
  const move = transition(PAYOUT_TRANSITIONS, ofReceipt ? "retryReceipt" : "retry", "account");
  const { rows } = await sql<Omit<EarnedRow, "row_version">>`
    UPDATE payouts p
    SET ${move.set}, due_at = ${at}, failure_reason = NULL, sent_at = NULL, held_at = NULL,
      paid_at = NULL, returned_at = NULL, waits_for = NULL, destination_holder = NULL,
      ${ofReceipt ? sql`destination_mask = NULL` : sql`attempt = attempt + 1, destination_mask = ${CHOSEN_MASK}`}
    WHERE account_id = ${accountId}
      AND id = ${payoutId}
      AND ${move.from}
      AND ${ofReceipt ? sql`true` : sql`attempt <= ${MAX_PAYOUT_TRIES}`}
    RETURNING account_id, id, registry_id, workman_id, amount_kopecks,
      commission_kopecks, vat_kopecks, attempt, tax_reserved_kopecks, debt_taken_kopecks`.execute(
    trx,
  );
  const row = rows[0];
  if (!row) throw conflict();
  if (!ofReceipt) {
    // Source: domain.md §3.4, invariant 8.
    await refuseWithoutReceipt(trx, key);
    requireNeverPaid(asked?.order ?? null, orderIdOf(before), before);
    await forgetFailures(trx, PAYOUT_ORDERS, [orderIdOf(before)]);
  } else {
    // Before the registry's counters, for which others wait with its money locked.
    await lockYearLimits(trx, sql`(SELECT ${row.workman_id}::integer)`);
    // The operation keeps its id and time for life: whatever of it was heard is found by them.
    await moveReceipt(trx, key, "retry", sql`error_code = NULL, attempts = 0`);
  }
  await platform.events.publish(trx, "payouts.moved", {
    movements: movementsOf([row], { failed: -1 }),
    at,
  });
  if (ofReceipt) await requireWithinYear(trx, row, at);
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
  const row = await lockToMove(trx, key, "giveUp");
  if (!row) throw conflict();
  if (row.state !== "RECEIPT_FAILED") await refuseWhileReissued(trx, key, platform.clock.now());
  await endPayout(platform, trx, row, { asked });
}

const REISSUED_NOW = "Чек этой выплаты выпускается заново. Решите, когда он будет готов";

/** Read after the payout is locked, so it cannot be annulled meanwhile. */
async function refuseWithoutReceipt(trx: Trx, key: PayoutKey): Promise<void> {
  const state = (await lockReceipt(trx, key))?.state;
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
async function refuseWhileReissued(trx: Trx, key: PayoutKey, at: Date): Promise<void> {
  const receipt = await lockReceipt(trx, key);
  if (receipt?.state === "NEW" || receipt?.state === "SENT") throw conflict(REISSUED_NOW);
  refuseWhileAwaited(receipt?.awaited_until ?? null, at);
}

interface LockedReceipt {
  readonly state: ReceiptState;
  readonly awaited_until: Date | null;
}

async function lockReceipt(
  trx: Trx,
  { accountId, payoutId }: PayoutKey,
): Promise<LockedReceipt | undefined> {
  const { rows } = await sql<LockedReceipt>`
    SELECT state, awaited_until FROM receipts
    WHERE account_id = ${accountId} AND payout_id = ${payoutId}
    FOR UPDATE`.execute(trx);
  return rows[0];
}
