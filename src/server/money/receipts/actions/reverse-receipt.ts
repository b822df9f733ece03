import { sql } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { CancelReason } from "#server/integrations/tax-service/port.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  announcePayouts,
  type EarnedRow,
  MAY_HAVE_ORDER,
  movementsOf,
  orderIdOf,
  returnEarned,
  startReversal,
} from "#server/money/payouts/index.ts";
import { requireNeverPaid, type MayStillBePaid } from "#server/money/bank-orders/index.ts";
import type { Platform } from "#server/platform.ts";

interface ReversalRequest {
  readonly payoutId: number;
  readonly reason: CancelReason;
  readonly comment: string | undefined;
}

export interface ReversedRow extends EarnedRow {
  readonly state: PayoutState;
  readonly receipt_state: ReceiptState;
  readonly project_id: number | null;
}

/**
 * Requests the annulment of a receipt, by a task. Before its payment has left, the payout is
 * cancelled, and money and commission return to the customer. After the payment no money moves, as
 * the worker keeps it, so a refund must name its document (`domain.md` §2.5, «PAID with refund
 * document», §3.3).
 *
 * @param answer - of `askAboutPayout`.
 * @returns the payout's state before.
 * @throws AppError `not_found` - another's receipt; `conflict` - not registered, or the bank may
 *   have its payment; `unavailable` - the bank cannot be asked; `invalid` on `comment`.
 */
export async function reverseReceipt(
  platform: Platform,
  trx: Trx,
  actor: Actor,
  request: ReversalRequest,
  answer: MayStillBePaid | null,
): Promise<{ was: PayoutState }> {
  const row = await lockReceipt(trx, actor, request.payoutId);
  if (row.receipt_state !== "REGISTERED")
    throw conflict(
      row.receipt_state === "REVERSING"
        ? "Чек уже аннулируется"
        : "Аннулировать можно только сформированный чек",
    );
  if (row.state === "SENT" || row.state === "SCHEDULED")
    throw conflict("Выплата отправлена в банк. Дождитесь его ответа и аннулируйте чек");
  if (row.state === "PAID") {
    if (actor.accountId !== row.account_id)
      throw conflict("Выплата уже получена. Аннулировать чек может заказчик");
    if (request.reason === "REFUND" && !request.comment?.trim())
      throw invalid({ comment: ["Укажите документ, которым исполнитель вернул деньги"] });
  } else if (row.state !== "CANCELED") {
    await cancelEarned(platform, trx, row, answer);
  }
  await startReversal(
    trx,
    { accountId: row.account_id, payoutId: row.id },
    request.reason,
    platform.clock.now(),
  );
  await announceReversal(trx, row);
  return { was: row.state };
}

/**
 * Cancels a payout that has lost its receipt: the earned money returns to the customer.
 *
 * @throws AppError `conflict` - when the bank may pay it.
 */
export async function cancelEarned(
  platform: Platform,
  trx: Trx,
  row: ReversedRow,
  answer: MayStillBePaid | null,
): Promise<void> {
  const at = platform.clock.now();
  const never = requireNeverPaid(answer, orderIdOf(row), at);
  const { rows } = await sql`
    UPDATE payouts
    SET state = 'CANCELED'
    WHERE account_id = ${row.account_id}
      AND id = ${row.id}
      AND state = ANY (${[...MAY_HAVE_ORDER]}::text[])
    RETURNING 1`.execute(trx);
  if (rows.length === 0) throw conflict();
  await platform.events.publish(trx, "payouts.ended", {
    payouts: [{ accountId: row.account_id, id: row.id }],
    at,
  });
  await returnEarned(trx, row, never, at);
  // A failed payment has been counted already.
  if (row.state === "READY")
    await platform.events.publish(trx, "payouts.moved", {
      movements: movementsOf([row], { failed: 1 }),
      at,
    });
}

/** Locks the payout before its receipt, in the order of all tasks. */
export async function lockReceipt(trx: Trx, actor: Actor, payoutId: number): Promise<ReversedRow> {
  const own = [
    ...(actor.accountId === null ? [] : [sql`p.account_id = ${actor.accountId}`]),
    ...(actor.workmanId === null ? [] : [sql`p.workman_id = ${actor.workmanId}`]),
  ];
  const { rows } = await sql<ReversedRow>`
    SELECT p.*, r.state AS receipt_state, j.project_id FROM payouts p
    JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
    JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
    WHERE p.id = ${payoutId} AND (${sql.join(own, sql` OR `)}) FOR NO KEY UPDATE OF p`.execute(trx);
  const row = rows[0];
  const isMine = row !== undefined && row.workman_id === actor.workmanId;
  if (
    !row ||
    !(
      isMine ||
      reaches(actor, "receipts.reverse", { accountId: row.account_id, projectId: row.project_id })
    )
  )
    throw notFound("Чек не найден");
  const receipt = await sql<{
    state: ReceiptState;
  }>`
    SELECT state
    FROM receipts
    WHERE account_id = ${row.account_id} AND payout_id = ${row.id}
    FOR NO KEY UPDATE`.execute(trx);
  return { ...row, receipt_state: receipt.rows[0]?.state ?? row.receipt_state };
}

/** A payment of a registry is announced by the registry, one of a job by itself. */
export async function announceReversal(trx: Trx, row: ReversedRow): Promise<void> {
  await announcePayouts(trx, [row]);
  if (row.registry_id !== null)
    await announce(trx, {
      to: `account:${row.account_id}`,
      resource: "payroll-registries",
      ids: [row.registry_id],
    });
}
