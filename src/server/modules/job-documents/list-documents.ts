import { sql, type RawBuilder } from "kysely";
import { DOCUMENT_LATE_DAYS } from "#contract/job-documents/job-document-states.ts";
import type { JobDocumentTotals } from "#contract/job-documents/job-document.ts";
import type { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Actor } from "#server/http/actor.ts";
import { AWAITS } from "#server/data/act-terms.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import type { List } from "#server/http/serve-list.ts";
import type { Trx } from "#server/data/transaction.ts";
import { presentDocument } from "./presenter.ts";
import {
  readerOf,
  selectDocuments,
  documentsWithinReach,
  type DocumentRow,
  type Reader,
} from "./queries.ts";

interface ListQuery {
  readonly before?: string;
  readonly search?: string;
  readonly types?: string[];
  readonly states?: string[];
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly jobID?: number;
  readonly workmanID?: number;
  readonly accountID?: number;
  readonly templateID?: number;
  readonly projectIDs?: number[];
  readonly tags?: number[];
  readonly onlyToSign?: boolean;
  readonly onlyOfWorkmen?: boolean;
  readonly onlyAwaited?: boolean;
  readonly onlyLate?: boolean;
  readonly sortBy?: "createdAt" | "date" | "number" | "amount";
  readonly sortDirection?: "asc" | "desc";
}

export function listDocuments(
  actor: Actor,
  query: ListQuery,
  at: Date,
): List<typeof jobDocumentEndpoints.list, DocumentRow> {
  const reader = readerOf(actor);
  return {
    of: "d",
    from: sql`job_documents d ${query.sortBy === "amount" ? SUMS : sql``}`,
    where: [
      documentsWithinReach(reader),
      ...filtersOf(query, reader, at),
      ...olderThan(query, sql`d.created_at`),
    ],
    order: orderOf(query),
    select: selectDocuments,
    present: (rows) => rows.map((row) => presentDocument(row, reader, actor)),
  };
}

const SUMS = sql`
  LEFT JOIN jobs j ON j.account_id = d.account_id AND j.id = d.job_id
  LEFT JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id
  LEFT JOIN platform_acts pa ON pa.account_id = d.account_id AND pa.document_id = d.id`;

/** On documents `d`; tags and projects are for the customer only. */
export function filtersOf(query: ListQuery, reader: Reader, at: Date): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  const ofJob = (condition: RawBuilder<unknown>) =>
    sql`
      EXISTS (SELECT FROM jobs k
        WHERE k.account_id = d.account_id AND k.id = d.job_id AND ${condition})`;
  if (query.types?.length) filters.push(sql`d.type = ANY (${query.types}::text[])`);
  if (query.states?.length) filters.push(sql`d.state = ANY (${query.states}::text[])`);
  if (query.periodStart !== undefined)
    filters.push(sql`d.document_date >= ${query.periodStart}::date`);
  if (query.periodEnd !== undefined) filters.push(sql`d.document_date <= ${query.periodEnd}::date`);
  if (query.jobID !== undefined) filters.push(sql`d.job_id = ${query.jobID}`);
  if (query.workmanID !== undefined) filters.push(sql`d.workman_id = ${query.workmanID}`);
  if (query.accountID !== undefined) filters.push(sql`d.account_id = ${query.accountID}`);
  if (query.templateID !== undefined)
    filters.push(
      sql`
        EXISTS (SELECT FROM templated_documents x
          WHERE x.account_id = d.account_id
            AND x.document_id = d.id
            AND x.template_id = ${query.templateID})`,
    );
  if (query.projectIDs?.length && reader.side === "account")
    filters.push(ofJob(sql`k.project_id = ANY (${query.projectIDs}::integer[])`));
  if (query.tags?.length && reader.side === "account") {
    filters.push(
      ofJob(
        sql`
          k.tags && ARRAY(SELECT t.title
            FROM job_tags t
            WHERE t.account_id = ${reader.accountId} AND t.id = ANY (${query.tags}::integer[]))`,
      ),
    );
  }
  if (query.onlyToSign)
    filters.push(sql`d.state IN ('SENT', 'SIGNED_BY_SENDER') AND ${AWAITS} = ${reader.side}`);
  if (query.onlyOfWorkmen)
    filters.push(sql`d.type NOT IN ('PLATFORM_ACT', 'ACT_CORRECTION', 'UPD')`);
  if (query.onlyAwaited || query.onlyLate) filters.push(awaitedFrom(reader));
  if (query.onlyLate) filters.push(sql`${AWAITED_SINCE} <= ${lateBefore(at)}`);
  if (query.search?.trim()) {
    const text = containing(query.search);
    filters.push(
      sql`
        (d.number ILIKE ${text}
          OR ${ofJob(sql`k.title ILIKE ${text}`)}
          OR EXISTS (SELECT FROM workmen v
            WHERE v.id = d.workman_id
              AND concat_ws(' ', v.last_name, v.first_name, v.middle_name) ILIKE ${text}))`,
    );
  }
  return filters;
}

/** By the index of waiting documents. */
export async function countWaiting(trx: Trx, actor: Actor, at: Date): Promise<JobDocumentTotals> {
  const reader = readerOf(actor);
  const toSign = sql`${AWAITS} = ${reader.side}`;
  const { rows } = await sql<{ to_sign: number; amount: bigint; awaited: number; late: number }>`
    SELECT count(*) FILTER (WHERE ${toSign})::integer AS to_sign,
      count(*) FILTER (WHERE NOT ${toSign})::integer AS awaited,
      count(*) FILTER (WHERE NOT ${toSign}
        AND ${AWAITED_SINCE} <= ${lateBefore(at)})::integer AS late,
      coalesce(sum(coalesce(y.amount_kopecks, j.budget_kopecks)) FILTER (WHERE ${toSign}),
        0)::bigint AS amount
    FROM job_documents d
    LEFT JOIN jobs j ON j.account_id = d.account_id AND j.id = d.job_id
    LEFT JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id
    WHERE d.state IN ('SENT', 'SIGNED_BY_SENDER') AND ${documentsWithinReach(reader)}`.execute(trx);
  const { to_sign = 0, amount = 0n, awaited = 0, late = 0 } = rows[0] ?? {};
  return {
    toSignCount: to_sign,
    toSignAmount: kopecksToRubles(amount),
    awaitedCount: awaited,
    lateCount: late,
  };
}

const DAY_MS = 86_400_000;
const lateBefore = (at: Date) => new Date(at.getTime() - DOCUMENT_LATE_DAYS * DAY_MS);
const AWAITED_SINCE = sql`
  coalesce((SELECT s.signed_at
    FROM document_signatures s
    WHERE s.account_id = d.account_id AND s.document_id = d.id AND s.side = 'account'),
    d.created_at)`;

function awaitedFrom(reader: Reader): RawBuilder<unknown> {
  return sql`d.state IN ('SENT', 'SIGNED_BY_SENDER') AND ${AWAITS} <> ${reader.side}`;
}

function orderOf({ sortBy, sortDirection }: ListQuery): RawBuilder<unknown> {
  const direction = sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "date") return sql`d.document_date ${direction}, d.id ${direction}`;
  if (sortBy === "number")
    return sql`length(d.number) ${direction}, d.number ${direction}, d.id ${direction}`;
  if (sortBy === "amount")
    return sql`
      coalesce(y.amount_kopecks, j.budget_kopecks, pa.amount_kopecks) ${direction} NULLS LAST,
        d.id ${direction}`;
  return sql`d.id ${direction}`;
}
