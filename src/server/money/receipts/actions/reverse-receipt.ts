import { sql } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { CancelReason } from "#server/integrations/tax-service/port.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import {
  endPayout,
  startReversal,
  type AskedPayout,
  type EndedRow,
} from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import { announceReversal } from "./settle-annulled.ts";

interface ReversalRequest {
  readonly payoutId: number;
  readonly reason: CancelReason;
  readonly comment: string | undefined;
}

interface ReversedRow extends EndedRow {
  readonly receipt_state: ReceiptState;
  readonly project_id: number | null;
}

const AT_THE_BANK: readonly PayoutState[] = ["SENT", "BANK_HELD"];

/**
 * By a task. Before its payment has left, the payout is cancelled: money and commission return.
 * Afterwards no money moves, as the worker keeps it, so a refund must name its document
 * (`domain.md` §2.5, «PAID with refund document», §3.3).
 *
 * @param asked - by `askAboutPayout`.
 * @returns the payout's state before.
 * @throws AppError `not_found` - another's receipt; `conflict` - not registered, or the bank may
 * have its payment; `unavailable` - the bank cannot be asked; `invalid` on `comment`.
 */
export async function reverseReceipt(
  platform: Platform,
  trx: Trx,
  actor: Actor,
  request: ReversalRequest,
  asked: AskedPayout | null,
): Promise<{ was: PayoutState }> {
  const row = await lockReceipt(trx, actor, request.payoutId);
  if (row.receipt_state !== "REGISTERED")
    throw conflict(
      row.receipt_state === "REVERSING"
        ? "Чек уже аннулируется"
        : "Аннулировать можно только сформированный чек",
    );
  if (AT_THE_BANK.includes(row.state))
    throw conflict("Выплата отправлена в банк. Дождитесь его ответа и аннулируйте чек");
  if (row.state === "PAID") {
    if (actor.accountId !== row.account_id)
      throw conflict("Выплата уже получена. Аннулировать чек может заказчик");
    if (request.reason === "REFUND" && !request.comment?.trim())
      throw invalid({ comment: ["Укажите документ, которым исполнитель вернул деньги"] });
  }
  if (row.state === "PAID" || row.state === "CANCELED")
    await startReversal(
      trx,
      { accountId: row.account_id, payoutId: row.id },
      request.reason,
      platform.clock.now(),
    );
  else await endPayout(platform, trx, row, { asked, reason: request.reason });
  await announceReversal(trx, row);
  return { was: row.state };
}

/** The payout before its receipt, as all tasks do. */
export async function lockReceipt(trx: Trx, actor: Actor, payoutId: number): Promise<ReversedRow> {
  const own = [
    ...(actor.accountId === null ? [] : [sql`p.account_id = ${actor.accountId}`]),
    ...(actor.workmanId === null ? [] : [sql`p.workman_id = ${actor.workmanId}`]),
  ];
  const { rows } = await sql<ReversedRow>`
    SELECT p.*, p.xmin::text AS row_version, r.state AS receipt_state, j.project_id FROM payouts p
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
