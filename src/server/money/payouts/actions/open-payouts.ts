import { sql } from "kysely";
import { nextId } from "#server/data/next-id.ts";
import type { Trx } from "#server/data/transaction.ts";
import { VAT_INSIDE, vatRate } from "../vat-inside.ts";

interface OpenRequest {
  readonly accountId: number;
  readonly registryId: number;
  readonly createdOn: string;
  readonly holdId: bigint;
  readonly confirmedBy: number;
  readonly afterRow: number;
  readonly limit: number;
  readonly at: Date;
}

export interface OpenedPayouts {
  readonly count: number;
  /** `null` when no row was left. */
  readonly lastRow: number | null;
}

/**
 * Makes a finished job, its act and its payout for each of the next ready rows, in one statement.
 * Decision: the act is AUTO_SIGNED: the customer signs all acts by the code that starts the
 * registry, the worker agreed in the framework contract (`domain.md` §1.7).
 */
export async function openPayouts(trx: Trx, request: OpenRequest): Promise<OpenedPayouts> {
  const { rows } = await sql<{ count: number; last_row: number | null }>`
    WITH row AS MATERIALIZED (
      SELECT i.account_id, i.registry_id, i.row_no, i.workman_id, i.service_id, i.project_id,
        i.amount_kopecks, i.commission_kopecks, i.payout_kind, i.receipt_text,
        i.work_start, i.work_end, i.act_date, i.tags, s.title AS service_title,
        ${nextId("jobs")} AS job_id, ${nextId("payouts")} AS payout_id
      FROM (
        SELECT * FROM registry_items
        WHERE account_id = ${request.accountId}
          AND registry_id = ${request.registryId}
          AND created_on = ${request.createdOn}::date
          AND row_no > ${request.afterRow} AND state = 'READY_TO_APPLY'
        ORDER BY row_no LIMIT ${request.limit}
      ) i
      JOIN services s ON s.id = i.service_id
    ), ${vatRate(request.at)}, new_jobs AS (
      INSERT INTO jobs (account_id, id, kind, state, title, description, service_id, project_id,
        budget_kopecks, workman_id, work_start, work_end, tags, created_by, created_at)
      SELECT account_id, job_id, 'PAYROLL', 'FINISHED', service_title, receipt_text, service_id,
        project_id, amount_kopecks, workman_id, work_start, work_end,
        coalesce(tags, '{}'), ${request.confirmedBy}, ${request.at} FROM row
    ), new_acts AS (
      INSERT INTO job_documents (account_id, type, state, number, document_date, job_id, payout_id,
        workman_id, created_at, signed_at)
      SELECT account_id, 'ACT', 'AUTO_SIGNED', job_id::text, act_date, job_id, payout_id,
        workman_id, ${request.at}, ${request.at}
      FROM row
    ), new_payouts AS (
      INSERT INTO payouts (account_id, id, state, registry_id, row_no, hold_id, job_id, workman_id,
        amount_kopecks, commission_kopecks, vat_kopecks, kind, due_at, created_at)
      SELECT account_id, payout_id, 'RECEIPT_PENDING', registry_id, row_no, ${request.holdId},
        job_id, workman_id, amount_kopecks, commission_kopecks,
        ${VAT_INSIDE}, payout_kind, ${request.at}, ${request.at} FROM row, vat
    )
    SELECT count(*)::integer AS count, max(row_no) AS last_row FROM row`.execute(trx);
  return { count: rows[0]?.count ?? 0, lastRow: rows[0]?.last_row ?? null };
}
