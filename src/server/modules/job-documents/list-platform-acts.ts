import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
  type JobDocumentState,
  type JobDocumentType,
} from "#contract/job-documents/job-document-states.ts";
import type { PlatformAct, PlatformActTotals } from "#contract/job-documents/job-document.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { containing, olderThan, pageOf } from "#server/http/paging.ts";

interface ActQuery {
  readonly page?: number;
  readonly perPage?: number;
  readonly search?: string;
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly before?: string;
  readonly sortBy?: "date" | "amount" | "number";
  readonly sortDirection?: "asc" | "desc";
}

/** Newest first, with corrections. Company-wide: a user limited to projects sees none. */
export async function listPlatformActs(
  trx: Trx,
  actor: AccountActor,
  query: ActQuery,
): Promise<{ items: PlatformAct[]; meta: ListMeta; totals: PlatformActTotals }> {
  const page = pageOf(query);
  const filters = [
    sql`pa.account_id = ${actor.accountId}`,
    sql`${actor.projectIds === null}`,
    ...olderThan(query, sql`d.created_at`),
  ];
  if (query.periodStart !== undefined)
    filters.push(sql`pa.period_end >= ${query.periodStart}::date`);
  if (query.periodEnd !== undefined) filters.push(sql`pa.period_start <= ${query.periodEnd}::date`);
  if (query.search?.trim()) filters.push(sql`d.number ILIKE ${containing(query.search)}`);
  const from = sql`
    FROM platform_acts pa
    JOIN job_documents d ON d.account_id = pa.account_id AND d.id = pa.document_id
    WHERE ${sql.join(filters, sql` AND `)}`;
  const { rows } = await sql<ActRow>`
    SELECT d.id, d.type, d.state, d.number, d.document_date, pa.period_start, pa.period_end,
      pa.amount_kopecks, pa.vat_kopecks ${from}
    ORDER BY ${orderOf(query)}
    LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
  const count = await sql<{
    total: bigint;
    amount: bigint;
    vat: bigint;
  }>`
    SELECT count(*) AS total, coalesce(sum(pa.amount_kopecks), 0)::bigint AS amount,
      coalesce(sum(pa.vat_kopecks), 0)::bigint AS vat ${from}`.execute(trx);
  const { total = 0n, amount = 0n, vat = 0n } = count.rows[0] ?? {};
  return {
    items: rows.map(present),
    meta: page.metaOf(total),
    totals: { amount: kopecksToRubles(amount), vat: kopecksToRubles(vat) },
  };
}

interface ActRow {
  readonly id: bigint;
  readonly type: JobDocumentType;
  readonly state: JobDocumentState;
  readonly number: string;
  readonly document_date: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly amount_kopecks: bigint;
  readonly vat_kopecks: bigint;
}

function present(row: ActRow): PlatformAct {
  return {
    id: Number(row.id),
    documentID: Number(row.id),
    type: definitionFor(JOB_DOCUMENT_TYPE, row.type),
    state: definitionFor(JOB_DOCUMENT_STATE, row.state),
    number: row.number,
    date: row.document_date,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    amount: kopecksToRubles(row.amount_kopecks),
    vat: kopecksToRubles(row.vat_kopecks),
  };
}

function orderOf({ sortBy, sortDirection }: ActQuery): RawBuilder<unknown> {
  const direction = sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "amount") return sql`pa.amount_kopecks ${direction}, d.id ${direction}`;
  if (sortBy === "number") return sql`d.number ${direction}`;
  return sql`d.document_date ${direction}, d.id ${direction}`;
}
