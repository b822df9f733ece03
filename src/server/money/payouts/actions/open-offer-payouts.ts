import { sql } from "kysely";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { numberArray } from "#server/data/number-array.ts";
import { nextId } from "#server/data/next-id.ts";
import type { Trx } from "#server/data/transaction.ts";
import { announcePayouts } from "../announce-payouts.ts";
import { VAT_INSIDE, vatRate } from "../vat-inside.ts";

/** Its hold has exactly sum and commission left. */
export interface AcceptedResult {
  readonly offerId: bigint;
  readonly jobId: bigint;
  readonly workmanId: number;
  readonly holdId: bigint;
  readonly amountKopecks: bigint;
  readonly commissionKopecks: bigint;
  readonly kind: PayoutKind;
}

export interface OpenedOfferPayout {
  readonly offer_id: bigint;
  readonly act_id: bigint;
  readonly payout_id: bigint;
  /** To be signed by the worker before he is paid. */
  readonly is_act_required: boolean;
}

/**
 * In one statement. If the job requires a signed act, the payout waits for the worker; otherwise
 * the customer's acceptance is enough.
 */
export async function openOfferPayouts(
  trx: Trx,
  accountId: number,
  results: readonly AcceptedResult[],
  at: Date,
): Promise<OpenedOfferPayout[]> {
  const { rows } = await sql<OpenedOfferPayout>`
    WITH row AS MATERIALIZED (
      SELECT k.*, coalesce(j.is_act_required, true) AS is_act_required,
        ${nextId("job_documents")} AS act_id, ${nextId("payouts")} AS payout_id
      FROM unnest(${numberArray(results.map((one) => one.offerId))}::bigint[],
        ${numberArray(results.map((one) => one.jobId))}::bigint[],
        ${numberArray(results.map((one) => one.workmanId))}::integer[],
        ${numberArray(results.map((one) => one.holdId))}::bigint[],
          ${numberArray(results.map((one) => one.amountKopecks))}::bigint[],
          ${numberArray(results.map((one) => one.commissionKopecks))}::bigint[],
        ${results.map((one) => one.kind)}::text[]) AS k(offer_id, job_id, workman_id, hold_id,
          amount_kopecks, commission_kopecks, kind)
      JOIN jobs j ON j.account_id = ${accountId} AND j.id = k.job_id
    ), ${vatRate(at)}, new_acts AS (
      INSERT INTO job_documents (account_id, id, type, state, number, document_date, job_id,
        payout_id, workman_id, created_at, signed_at)
      SELECT ${accountId}, act_id, 'ACT', CASE
        WHEN is_act_required THEN 'SENT'
        ELSE 'AUTO_SIGNED' END, job_id::text, ${moscowDate(at)}::date, job_id, payout_id,
          workman_id,
        ${at}, CASE WHEN NOT is_act_required THEN ${at}::timestamptz END FROM row
    ), new_payouts AS (
      INSERT INTO payouts (account_id, id, state, hold_id, job_id, workman_id, amount_kopecks,
        commission_kopecks, vat_kopecks, kind, due_at, created_at)
      SELECT ${accountId}, payout_id, CASE
        WHEN is_act_required THEN 'ACT_PENDING'
        ELSE 'RECEIPT_PENDING' END, hold_id, job_id, workman_id, amount_kopecks, commission_kopecks,
        ${VAT_INSIDE}, kind, ${at}, ${at} FROM row, vat
    )
    SELECT offer_id, act_id, payout_id, is_act_required FROM row ORDER BY offer_id`.execute(trx);
  const workmanOf = new Map(results.map((one) => [one.offerId, one.workmanId]));
  await announcePayouts(
    trx,
    rows.map(({ offer_id: offerId, payout_id: id }) => ({
      account_id: accountId,
      id,
      workman_id: workmanOf.get(offerId) ?? 0,
      registry_id: null,
    })),
  );
  return rows;
}
