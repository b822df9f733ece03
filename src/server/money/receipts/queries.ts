import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import type { AnswerOf, QueryOf } from "#contract/kernel/define-endpoints.ts";
import type { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import type { Actor } from "#server/http/actor.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { olderThan, pageOf } from "#server/http/paging.ts";
import { payoutSearch, payoutsOfSide } from "#server/money/payouts/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import { presentReceipt, SELECT_RECEIPT, type ReceiptRow } from "./presenter.ts";

type Query = QueryOf<typeof receiptEndpoints.list>;

/** Of the person's projects, or a worker's own. */
export async function listReceipts(
  trx: Trx,
  actor: Actor,
  query: Query,
): Promise<AnswerOf<typeof receiptEndpoints.list>> {
  const page = pageOf(query);
  const isOfCompany = actor.accountId !== null && may(actor, "documents.view");
  const where = sql.join(
    [
      payoutsOfSide(actor, isOfCompany),
      ...filtersOf(query),
      ...olderThan(query, sql`r.registered_at`),
    ],
    sql` AND `,
  );
  const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  const order = query.sortBy === "amount" ? sql`r.amount_kopecks` : sql`r.registered_at`;
  const { rows } = await sql<ReceiptRow>`
      ${SELECT_RECEIPT}
      WHERE ${where}
      ORDER BY ${order} ${direction} NULLS LAST, r.payout_id ${direction}
      LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
  const counted = await sql<{
    count: bigint;
  }>`SELECT count(*) AS count FROM (${SELECT_RECEIPT} WHERE ${where}) found`.execute(trx);
  return {
    items: rows.map((row) => presentReceipt(row, actor)),
    meta: page.metaOf(counted.rows[0]?.count ?? 0n),
  };
}

function filtersOf(query: Query): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (query.states?.length) filters.push(sql`r.state = ANY (${query.states}::text[])`);
  if (query.jobID !== undefined) filters.push(sql`p.job_id = ${query.jobID}`);
  if (query.workmanID !== undefined) filters.push(sql`r.workman_id = ${query.workmanID}`);
  if (query.registryID !== undefined) filters.push(sql`p.registry_id = ${query.registryID}`);
  if (query.periodStart)
    filters.push(sql`r.registered_at >= ${startOfMoscowDay(query.periodStart)}`);
  if (query.periodEnd) filters.push(sql`r.registered_at < ${endOfMoscowDay(query.periodEnd)}`);
  if (query.search?.trim()) {
    filters.push(
      sql`
        ${payoutSearch(query.search, "p")}`,
    );
  }
  return filters;
}
