import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import type { AnswerOf, QueryOf } from "#contract/kernel/define-endpoints.ts";
import type { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import { PAYOUTS_ON_THE_WAY } from "#contract/payouts/payout-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Actor } from "#server/http/actor.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { containing, olderThan, pageOf } from "#server/http/paging.ts";
import type { Trx } from "#server/data/transaction.ts";
import { presentPayouts } from "./presenter.ts";
import { payoutSearch } from "./payout-search.ts";
import { payoutsOfSide } from "./payouts-of-side.ts";
import { SELECT_PAYOUT, type PayoutRow } from "./queries.ts";

type Query = QueryOf<typeof payoutEndpoints.list>;
export type PayoutFilters = QueryOf<typeof payoutEndpoints.incomeFile>;

/** Of the person's projects, or a worker's own; sums are of the whole list. */
export async function listPayouts(
  trx: Trx,
  actor: Actor,
  query: Query,
  now: Date,
): Promise<AnswerOf<typeof payoutEndpoints.list>> {
  const page = pageOf(query);
  // Who acts for a company reads its payouts, unless he filters by his own.
  const isOfCompany =
    query.isMine !== true && actor.accountId !== null && may(actor, "transactions.view");
  const where = sql.join(
    [
      payoutsOfSide(actor, isOfCompany),
      ...filtersOf(query),
      ...olderThan(query, query.sortBy === "paidAt" ? SORTS.paidAt : SORTS.createdAt),
    ],
    sql` AND `,
  );
  const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<PayoutRow>`
      ${SELECT_PAYOUT}
      WHERE ${where}
      ORDER BY ${SORTS[query.sortBy ?? "createdAt"]} ${direction} NULLS LAST, p.id ${direction}
      LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
  const { rows: sums } = await sql<{ count: bigint; paid: bigint; on_the_way: bigint }>`
    SELECT count(*) AS count,
      coalesce(sum(p.amount_kopecks - p.tax_reserved_kopecks) FILTER (WHERE p.state = 'PAID'),
        0)::bigint AS paid,
      coalesce(sum(p.amount_kopecks - p.tax_reserved_kopecks) FILTER (WHERE p.state = ANY (${[...PAYOUTS_ON_THE_WAY]}::text[])),
        0)::bigint AS on_the_way
    FROM payouts p
    JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
    JOIN workmen w ON w.id = p.workman_id
    JOIN accounts a ON a.id = p.account_id
    LEFT JOIN registries g ON g.account_id = p.account_id AND g.id = p.registry_id WHERE ${where}`.execute(
    trx,
  );
  const totals = {
    paid: kopecksToRubles(sums[0]?.paid ?? 0n),
    onTheWay: kopecksToRubles(sums[0]?.on_the_way ?? 0n),
  };
  return {
    items: await presentPayouts(trx, rows, actor, now),
    meta: page.metaOf(sums[0]?.count ?? 0n),
    totals,
  };
}

const SORTS = {
  createdAt: sql`p.created_at`,
  amount: sql`p.amount_kopecks`,
  paidAt: sql`p.paid_at`,
};

export function filtersOf(query: PayoutFilters): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (query.states?.length) filters.push(sql`p.state = ANY (${query.states}::text[])`);
  if (query.accountID !== undefined) filters.push(sql`p.account_id = ${query.accountID}`);
  if (query.jobID !== undefined) filters.push(sql`p.job_id = ${query.jobID}`);
  if (query.workmanID !== undefined) filters.push(sql`p.workman_id = ${query.workmanID}`);
  if (query.registryID !== undefined) filters.push(sql`p.registry_id = ${query.registryID}`);
  if (query.periodStart) filters.push(sql`p.created_at >= ${startOfMoscowDay(query.periodStart)}`);
  if (query.periodEnd) filters.push(sql`p.created_at < ${endOfMoscowDay(query.periodEnd)}`);
  if (query.search?.trim()) {
    const pattern = containing(query.search);
    filters.push(
      sql`
        (${payoutSearch(query.search, "p")}
          OR a.short_name ILIKE ${pattern}
          OR g.number::text = ${query.search.trim().replace(/^№\s*/, "")})`,
    );
  }
  return filters;
}
