import { sql } from "kysely";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import type { Actor } from "#server/http/actor.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { startOfYear } from "#server/data/year-income.ts";
import { conflict } from "#server/http/app-error.ts";
import { lockYearLimits, requireWithinYear } from "#server/money/payability/index.ts";
import { moveReceipt } from "#server/money/payouts/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { readReceipt } from "../presenter.ts";
import { lockReceipt } from "./reverse-receipt.ts";

interface ReceiptKey {
  readonly accountId: number;
  readonly payoutId: bigint;
}

interface Request {
  readonly payoutId: number;
  readonly at: Date;
}

/**
 * The annulled one is kept, a task requests the new one; no money moves. Decision: the worker's
 * consent (`domain.md` §2.6) is the right to register his income, which he gave the platform and
 * can revoke; without it the tax service refuses.
 *
 * @throws AppError `not_found` - another's receipt; `conflict` - valid, refunded or never paid, or no
 * room in the worker's year.
 */
export async function reissueReceipt(
  trx: Trx,
  actor: Actor,
  { payoutId, at }: Request,
): Promise<{ accountId: number; was: Receipt }> {
  const { account_id: accountId, id } = await lockReceipt(trx, actor, payoutId);
  const was = await readReceipt(trx, actor, payoutId);
  if (!was.permissions.reissue) throw conflict(whyNot(was));
  await sql`
    INSERT INTO receipt_reissues (account_id, payout_id, reissue_no, state, tax_receipt_id,
      registered_at, reversed_at, reverse_reason, replaced_by, replaced_at)
    SELECT account_id, payout_id, reissue_no, state, tax_receipt_id, registered_at, reversed_at,
      reverse_reason, ${actor.personId}, ${at}
    FROM receipts
    WHERE account_id = ${accountId} AND payout_id = ${id}`.execute(trx);
  const fresh = sql`
    reissue_no = reissue_no + 1, due_at = ${at}, tax_receipt_id = NULL, registered_at = NULL,
      reversed_at = NULL, reverse_reason = NULL, error_code = NULL, attempts = 0`;
  if (!(await moveReceipt(trx, { accountId, payoutId: id }, "reissue", fresh))) throw conflict();
  await requireRoom(trx, { accountId, payoutId: id }, at);
  return { accountId, was };
}

/** @throws AppError `conflict` - the tax service had not rejected it, or no room in the year. */
export async function retryReissue(trx: Trx, key: ReceiptKey, at: Date): Promise<void> {
  const again = sql`due_at = ${at}, error_code = NULL, attempts = 0`;
  if (!(await moveReceipt(trx, key, "retry", again, sql`reissue_no > 0`))) throw conflict();
  await requireRoom(trx, key, at);
}

/** Its income keeps its day: the limit of a year that has ended is the tax service's to judge. */
async function requireRoom(trx: Trx, key: ReceiptKey, at: Date): Promise<void> {
  const { rows } = await sql<{ workman_id: number; amount_kopecks: bigint }>`
    SELECT workman_id, amount_kopecks
    FROM receipts
    WHERE account_id = ${key.accountId}
      AND payout_id = ${key.payoutId}
      AND operation_at >= ${startOfYear(moscowDate(at))}`.execute(trx);
  const row = rows[0];
  if (!row) return;
  await lockYearLimits(trx, sql`(SELECT ${row.workman_id}::integer)`);
  await requireWithinYear(trx, row, at);
}

function whyNot({ state, reversalReason }: Receipt): string {
  if (state.id !== "REVERSED_BY_PLATFORM" && state.id !== "REVERSED_BY_WORKMAN")
    return `Чек в состоянии «${state.title}»: заново выпускают аннулированный`;
  if (reversalReason?.id === "REFUND")
    return "Чек аннулирован, потому что деньги вернулись: новый чек не нужен";
  return "Выплата по этому чеку не состоялась. Примите результат снова: чек сформируется с новой выплатой";
}
