import { sql, type RawBuilder } from "kysely";
import { DOCUMENT_LATE_DAYS } from "#contract/job-documents/job-document-states.ts";
import type { JobDocument, JobDocumentTotals } from "#contract/job-documents/job-document.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Actor } from "#server/http/actor.ts";
import { containing, olderThan, pageOf } from "#server/http/paging.ts";
import type { Trx } from "#server/data/transaction.ts";
import { presentDocument } from "./presenter.ts";
import {
  AWAITS,
  readerOf,
  SELECT_DOCUMENT,
  documentsWithinReach,
  type DocumentRow,
  type Reader,
} from "./queries.ts";

interface ListQuery {
  readonly page?: number;
  readonly perPage?: number;
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

export async function listDocuments(
  trx: Trx,
  actor: Actor,
  query: ListQuery,
  at: Date,
): Promise<{ items: JobDocument[]; meta: ListMeta; totals: JobDocumentTotals }> {
  const reader = readerOf(actor);
  const page = pageOf(query);
  const where = sql.join(
    [
      documentsWithinReach(reader),
      ...filtersOf(query, reader, at),
      ...olderThan(query, sql`d.created_at`),
    ],
    sql` AND `,
  );
  // Choose the page first, join names for its rows only.
  const needsJoins = query.sortBy === "amount";
  const chosen = needsJoins
    ? sql`${where}`
    : sql`
      d.id IN (SELECT d.id
        FROM job_documents d
        WHERE ${where}
        ORDER BY ${orderOf(query)}
        LIMIT ${page.limit} OFFSET ${page.offset})`;
  const tail = needsJoins ? sql`LIMIT ${page.limit} OFFSET ${page.offset}` : sql``;
  const { rows } = await sql<DocumentRow>`
      ${SELECT_DOCUMENT} WHERE ${chosen} ORDER BY ${orderOf(query)} ${tail}`.execute(trx);
  const count = await sql<{
    total: bigint;
  }>`SELECT count(*) AS total FROM job_documents d WHERE ${where}`.execute(trx);
  return {
    items: rows.map((row) => presentDocument(row, reader, actor)),
    meta: page.metaOf(count.rows[0]?.total ?? 0n),
    totals: await countWaiting(trx, reader, at),
  };
}

/** On documents `d`; tags and projects for the customer only. */
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

async function countWaiting(trx: Trx, reader: Reader, at: Date): Promise<JobDocumentTotals> {
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
