import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import type { QueryOf } from "#contract/kernel/define-endpoints.ts";
import type { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import type { Actor } from "#server/http/actor.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { olderThan } from "#server/http/paging.ts";
import type { List } from "#server/http/serve-list.ts";
import { payoutSearch, payoutsOfSide } from "#server/money/payouts/index.ts";
import { presentReceipt, selectReceipts, type ReceiptRow } from "./presenter.ts";

type Query = QueryOf<typeof receiptEndpoints.list>;

/** Of the person's projects, or a worker's own. */
export function listReceipts(
  actor: Actor,
  query: Query,
): List<typeof receiptEndpoints.list, ReceiptRow> {
  const isOfCompany = actor.accountId !== null && may(actor, "documents.view");
  const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  const order = query.sortBy === "amount" ? sql`r.amount_kopecks` : sql`r.registered_at`;
  return {
    of: "r",
    from: sql`receipts r
      LEFT JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
      LEFT JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
      LEFT JOIN workmen w ON w.id = r.workman_id`,
    where: [
      payoutsOfSide(actor, isOfCompany, "r"),
      ...filtersOf(query),
      ...olderThan(query, sql`r.registered_at`),
    ],
    order: sql`${order} ${direction} NULLS LAST, r.payout_id ${direction}`,
    select: selectReceipts,
    present: (rows) => rows.map((row) => presentReceipt(row, actor)),
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
  if (query.reversedStart)
    filters.push(sql`r.reversed_at >= ${startOfMoscowDay(query.reversedStart)}`);
  if (query.reversedEnd) filters.push(sql`r.reversed_at < ${endOfMoscowDay(query.reversedEnd)}`);
  if (query.search?.trim()) {
    filters.push(
      sql`
        ${payoutSearch(query.search, "p")}`,
    );
  }
  return filters;
}
