import { sql, type Kysely, type RawBuilder } from "kysely";
import { jobOfferEndpoints as endpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { ACCEPTED_OFFER_STATES, SHOWN_OFFER } from "#server/modules/jobs/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { presentOffers } from "../presenter.ts";
import { actsFor, FROM_OFFERS, ofCompany, selectOffers } from "../queries.ts";
import { readOffer } from "../read-offer.ts";

export function serveOfferLists(serve: Serve, { clock }: Platform): void {
  const one = (db: Kysely<Schema>, actor: Actor, which: RawBuilder<unknown>) =>
    readOffer(db, actor, which, clock.now());

  serve(endpoints.info, ({ actor, query, trx }) =>
    one(trx, actor, sql`o.id = ${query.jobOfferID}`),
  );

  serve(endpoints.myInfo, ({ actor, query, trx }) =>
    one(trx, actor, sql`o.job_id = ${query.jobID} AND o.workman_id = ${actor.workmanId}`),
  );

  serve(endpoints.acceptedInfo, ({ actor, query, trx }) =>
    one(
      trx,
      actor,
      sql`o.job_id = ${query.jobID} AND o.state = ANY (${ACCEPTED_OFFER_STATES}::text[])`,
    ),
  );

  serve.list(endpoints.list, ({ actor, query }) => ({
    of: "o",
    from: FROM_OFFERS,
    where: [
      // A person of both sides who acts for the company reads the company's offers.
      actsFor(actor, "offers.view") ? ofCompany(actor) : sql`o.workman_id = ${actor.workmanId}`,
      ...wordsIn(query, actor),
      ...olderThan(query, sql`o.created_at`),
      ...(query.jobID === undefined ? [] : [sql`o.job_id = ${query.jobID}`]),
      ...(query.workmanID === undefined ? [] : [sql`o.workman_id = ${query.workmanID}`]),
      query.states?.length ? sql`o.state = ANY (${query.states}::text[])` : SHOWN_OFFER,
    ],
    order: sql`${orderOf(query)}, o.id DESC`,
    select: (page) => selectOffers(page),
    present: (rows, db) => presentOffers(db, rows, actor, clock.now()),
  }));

  serve.list(endpoints.acceptanceList, ({ actor, query }) => {
    const direction = query.sortDirection === "asc" ? sql`ASC` : sql`DESC`;
    const column = query.sortBy === "amount" ? sql`o.amount_kopecks` : sql`o.finished_at`;
    return {
      of: "o",
      from: FROM_OFFERS,
      where: [
        ofCompany(actor),
        sql`o.state = 'COMPLETED'`,
        ...wordsIn(query, actor),
        ...olderThan(query, sql`o.finished_at`),
        ...(query.serviceIDs?.length
          ? [sql`j.service_id = ANY (${query.serviceIDs}::integer[])`]
          : []),
      ],
      order: sql`${column} ${direction}, o.id DESC`,
      select: (page) => selectOffers(page),
      present: (rows, db) => presentOffers(db, rows, actor, clock.now()),
      sums: sql`coalesce(sum(o.amount_kopecks), 0)::bigint AS kopecks`,
      rest: ({ total, kopecks }: { total: bigint; kopecks: bigint }) => ({
        totals: { count: Number(total), amount: kopecksToRubles(kopecks) },
      }),
    };
  });
}

function wordsIn(
  { search, projectIDs }: { readonly search?: string; readonly projectIDs?: readonly number[] },
  actor: Actor,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (search?.trim())
    conditions.push(
      sql`
        (j.title ILIKE ${containing(search)}
          OR concat_ws(' ', w.last_name, w.first_name) ILIKE ${containing(search)})`,
    );
  // Must not reveal a job's project to a workman.
  if (projectIDs?.length)
    conditions.push(
      sql`j.account_id = ${actor.accountId} AND j.project_id = ANY (${projectIDs}::integer[])`,
    );
  return conditions;
}

function orderOf({
  sortBy,
  sortDirection,
}: {
  readonly sortBy?: "createdAt" | "amount" | "rating";
  readonly sortDirection?: "asc" | "desc";
}): RawBuilder<unknown> {
  const direction = sortDirection === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "amount") return sql`o.amount_kopecks ${direction}`;
  if (sortBy === "rating") return sql`w.rating ${direction} NULLS LAST`;
  return sql`o.created_at ${direction}`;
}
