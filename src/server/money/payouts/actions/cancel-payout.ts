import { sql } from "kysely";
import { PAYOUT_TRANSITIONS, type PayoutState } from "#contract/payouts/payout-states.ts";
import { requireNeverPaid, type MayStillBePaid } from "#server/money/bank-orders/index.ts";
import { conflict } from "#server/http/app-error.ts";
import { forgetFailures } from "#server/work/set-aside.ts";
import type { Trx } from "#server/data/transaction.ts";
import { orderIdOf, SEND_ORDERS } from "../bank-orders.ts";
import { askWhetherRegistered } from "../may-still-be-registered.ts";
import { returnEarned, returnReserved, type EarnedRow } from "./give-back.ts";
import { announcePayouts } from "../announce-payouts.ts";
import type { Platform } from "#server/platform.ts";
import { startReversal } from "./move-receipt.ts";
import { movementsOf } from "../movements.ts";

/**
 * States before the bank order. An act that waits for its worker is his to sign or reject:
 * `domain.md` §2.6.
 */
export const MAY_CANCEL: readonly PayoutState[] = PAYOUT_TRANSITIONS.cancel.from;

interface CanceledRow extends EarnedRow {
  readonly hold_id: bigint;
  readonly was: PayoutState;
  readonly sent_at: Date | null;
}

/**
 * Cancels a payout that has not left for the bank. Before its receipt the reserved money returns to
 * the company; after it the receipt is annulled as a refund, and the earned money and commission
 * return. Source: `domain.md` §2.6, «SCHEDULED cancel», §3.3.
 *
 * @param answer - of `askAboutPayout`.
 * @throws AppError `conflict` - when its order may have left or its receipt is being made: wait for
 *   that answer.
 */
export async function cancelPayout(
  platform: Platform,
  trx: Trx,
  { accountId, payoutId }: { accountId: number; payoutId: bigint },
  answer: MayStillBePaid | null,
): Promise<void> {
  const at = platform.clock.now();
  // The tasks for orders and receipts lock the row: wait for them, then read the new state.
  const { rows } = await sql<CanceledRow>`
    WITH before AS (SELECT account_id, id, state
      FROM payouts
      WHERE account_id = ${accountId} AND id = ${payoutId}
      FOR UPDATE)
    UPDATE payouts p SET state = 'CANCELED' FROM before
    WHERE p.account_id = before.account_id
      AND p.id = before.id
      AND before.state = ANY (${[...MAY_CANCEL]}::text[])
    RETURNING p.account_id, p.id, p.registry_id, p.workman_id, p.hold_id, p.amount_kopecks,
      p.commission_kopecks, p.vat_kopecks, p.attempt, p.tax_reserved_kopecks, p.sent_at,
      before.state AS was`.execute(trx);
  const row = rows[0];
  if (!row) throw conflict("Выплата уже ушла в банк или завершена: отменить её нельзя");
  // Reopens its job, which is locked before any money.
  await platform.events.publish(trx, "payouts.ended", {
    payouts: [{ accountId, id: payoutId }],
    at,
  });
  if (row.was === "RECEIPT_PENDING") {
    const proof = await askWhetherRegistered(platform.taxService, trx, { accountId, id: payoutId });
    await returnReserved(trx, row, proof, at);
  } else {
    // A try whose answer was lost may have submitted its order.
    await returnEarned(trx, row, requireNeverPaid(answer, orderIdOf(row), at), at);
    await startReversal(trx, { accountId, payoutId }, "REFUND", at);
  }
  await forgetFailures(trx, SEND_ORDERS, [orderIdOf(row)]);
  await platform.events.publish(trx, "payouts.moved", {
    movements: movementsOf([row], { failed: 1 }),
    at,
  });
  await announcePayouts(trx, [row]);
}
