import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
  type JobDocumentState,
  type JobDocumentType,
} from "#contract/job-documents/job-document-states.ts";
import type { PlatformAct } from "#contract/job-documents/job-document.ts";
import type { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { List } from "#server/http/serve-list.ts";
import { containing, olderThan } from "#server/http/paging.ts";

interface ActQuery {
  readonly search?: string;
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly before?: string;
  readonly sortBy?: "date" | "amount" | "number";
  readonly sortDirection?: "asc" | "desc";
}

/**
 * With corrections, newest first. They concern the whole company: a user limited to projects sees
 * none.
 */
export function listPlatformActs(
  actor: AccountActor,
  query: ActQuery,
): List<typeof jobDocumentEndpoints.actList, ActRow, { amount: bigint; vat: bigint }> {
  const where = [
    sql`pa.account_id = ${actor.accountId}`,
    sql`${actor.projectIds === null}`,
    ...olderThan(query, sql`d.created_at`),
  ];
  if (query.periodStart !== undefined) where.push(sql`pa.period_end >= ${query.periodStart}::date`);
  if (query.periodEnd !== undefined) where.push(sql`pa.period_start <= ${query.periodEnd}::date`);
  if (query.search?.trim()) where.push(sql`d.number ILIKE ${containing(query.search)}`);
  const acts = (documents: RawBuilder<unknown>) => sql`
    ${documents} d
    JOIN platform_acts pa ON pa.account_id = d.account_id AND pa.document_id = d.id`;
  return {
    of: "d",
    from: acts(sql`job_documents`),
    where,
    order: orderOf(query),
    select: (page) => sql<ActRow>`
      SELECT d.id, d.type, d.state, d.number, d.document_date, pa.period_start, pa.period_end,
        pa.amount_kopecks, pa.vat_kopecks
      FROM ${acts(page)}`,
    present: (rows) => rows.map(present),
    sums: sql`
      coalesce(sum(pa.amount_kopecks), 0)::bigint AS amount,
      coalesce(sum(pa.vat_kopecks), 0)::bigint AS vat`,
    rest: ({ amount, vat }) => ({
      totals: { amount: kopecksToRubles(amount), vat: kopecksToRubles(vat) },
    }),
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
