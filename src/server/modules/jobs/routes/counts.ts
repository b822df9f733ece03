import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { JOB_STAGES, type JobStage } from "#contract/jobs/job-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { commissionOn } from "#contract/workmen/payability.ts";
import { HAS_NEW_OFFERS } from "#server/data/new-offers.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Platform } from "#server/platform.ts";
import type { Serve } from "#server/http/serve.ts";
import { ownJobs } from "../job-filters.ts";
import { invitedTo, withOwnOffer } from "../jobs-of-offers.ts";

/** Fewer prices are no statistics. */
const LEAST_PRICES = 5;
const RECENT_DAYS = 90;

export function serveJobCounts(serve: Serve, { clock }: Platform): void {
  serve(endpoints.counts, async ({ actor, trx }) => {
    const stages = sql.join(
      (Object.keys(JOB_STAGES) as JobStage[]).map(
        (stage) =>
          sql`
            count(*) FILTER (WHERE j.state = ANY (${[...JOB_STAGES[stage]]}::text[]))::integer AS ${sql.ref(stage)}`,
      ),
    );
    const { rows } = await sql<Record<JobStage | "withOffers" | "invites" | "offers", number>>`
      SELECT ${stages},
        ${isCompany(actor) ? countOf(sql`${ownJobs(actor)} AND ${HAS_NEW_OFFERS}`) : sql`0`} AS "withOffers",
        ${countOf(invitedTo(actor))} AS invites, ${countOf(withOwnOffer(actor, "new"))} AS offers
      FROM jobs j
      WHERE ${isCompany(actor) ? ownJobs(actor) : withOwnOffer(actor, "accepted")}`.execute(trx);
    const counts = rows[0]!;
    return {
      waiting: counts.waiting,
      inProgress: counts["in-progress"],
      completed: counts.completed,
      finished: counts.finished,
      withOffers: counts.withOffers,
      invites: counts.invites,
      offers: counts.offers,
    };
  });

  serve(endpoints.estimate, async ({ actor, query, trx }) => {
    const { rows } = await sql<{ median: bigint | null; count: number; commission_ppm: number }>`
      SELECT a.commission_ppm, p.count, p.median FROM accounts a, LATERAL (
        SELECT count(*)::integer AS count,
          percentile_disc(0.5) WITHIN GROUP (ORDER BY j.budget_kopecks) AS median
        FROM jobs j
        WHERE j.service_id = ${query.serviceID ?? 0}
          AND j.kind = 'OFFER'
          AND j.state IN ('PUBLISHED', 'WORKMANPENDING', 'INPROGRESS', 'COMPLETED', 'FINISHED')
          AND j.published_at > ${new Date(clock.now().getTime() - RECENT_DAYS * 86_400_000)}) p
      WHERE a.id = ${actor.accountId}`.execute(trx);
    const { median, count, commission_ppm: rate } = rows[0]!;
    const budget = query.budget === undefined ? null : BigInt(Math.round(query.budget * 100));
    const commission = budget === null ? null : commissionOn(budget, rate);
    return {
      median: median === null || count < LEAST_PRICES ? null : kopecksToRubles(median),
      jobsCount: count,
      commission: commission === null ? null : kopecksToRubles(commission),
      total: budget === null || commission === null ? null : kopecksToRubles(budget + commission),
    };
  });
}

function isCompany(actor: Actor): actor is Actor & { readonly accountId: number } {
  return actor.accountId !== null && may(actor, "jobs.view");
}

function countOf(jobs: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT count(*)::integer FROM jobs j WHERE ${jobs})`;
}
