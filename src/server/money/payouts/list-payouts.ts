import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import type { QueryOf } from "#contract/kernel/define-endpoints.ts";
import type { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import { PAYOUTS_ON_THE_WAY } from "#contract/payouts/payout-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Actor } from "#server/http/actor.ts";
import { netPayOf } from "#server/data/net-pay.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import type { List } from "#server/http/serve-list.ts";
import { presentPayouts } from "./presenter.ts";
import { payoutSearch } from "./payout-search.ts";
import { payoutsOfSide } from "./payouts-of-side.ts";
import { selectPayouts, type PayoutRow } from "./queries.ts";

type Query = QueryOf<typeof payoutEndpoints.list>;
export type PayoutFilters = QueryOf<typeof payoutEndpoints.incomeFile>;

/** With what `filtersOf` may ask; PostgreSQL leaves out the joins that it does not. */
export const LISTED_PAYOUTS = sql`
  payouts p
      LEFT JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
      LEFT JOIN workmen w ON w.id = p.workman_id
      LEFT JOIN accounts a ON a.id = p.account_id
      LEFT JOIN registries g ON g.account_id = p.account_id AND g.id = p.registry_id`;

/** Of the person's projects, or a worker's own; sums are of the whole list. */
export function listPayouts(
  actor: Actor,
  query: Query,
  now: Date,
): List<
  typeof payoutEndpoints.list,
  PayoutRow,
  { paid: bigint; on_the_way: bigint; returned: bigint }
> {
  // Who acts for a company reads its payouts, unless he filters by his own.
  const isOfCompany =
    query.isMine !== true && actor.accountId !== null && may(actor, "transactions.view");
  const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  const by = query.sortBy ?? "createdAt";
  return {
    of: "p",
    from: LISTED_PAYOUTS,
    where: [
      payoutsOfSide(actor, isOfCompany),
      ...filtersOf(query),
      ...(isOfCompany ? projectsOf(query) : []),
      ...olderThan(query, by === "paidAt" ? SORTS.paidAt : SORTS.createdAt),
    ],
    order: sql`${SORTS[by]} ${direction} ${by === "paidAt" ? sql`NULLS LAST` : sql``}, p.id ${direction}`,
    select: selectPayouts,
    present: (rows, db) => presentPayouts(db, rows, actor, now),
    sums: sql`
      coalesce(sum(${netPayOf("p")}) FILTER (WHERE p.state = 'PAID'),
        0)::bigint AS paid,
      coalesce(sum(${netPayOf("p")}) FILTER (WHERE p.state = ANY (${[...PAYOUTS_ON_THE_WAY]}::text[])),
        0)::bigint AS on_the_way,
      coalesce(sum(${netPayOf("p")}) FILTER (WHERE p.state = 'RETURNED'),
        0)::bigint AS returned`,
    rest: ({ paid, on_the_way: onTheWay, returned }) => ({
      totals: {
        paid: kopecksToRubles(paid),
        onTheWay: kopecksToRubles(onTheWay),
        returned: kopecksToRubles(returned),
      },
    }),
  };
}

const SORTS = {
  createdAt: sql`p.created_at`,
  amount: sql`p.amount_kopecks`,
  paidAt: sql`p.paid_at`,
};

/** A payout's project is its job's. */
function projectsOf({
  projectIDs,
  withoutProject,
}: Pick<Query, "projectIDs" | "withoutProject">): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (projectIDs?.length) filters.push(sql`j.project_id = ANY (${projectIDs}::integer[])`);
  if (withoutProject === 1) filters.push(sql`j.project_id IS NULL`);
  return filters;
}

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
