import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { JOB_STAGES, type JobStage } from "#contract/jobs/job-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { commissionOn } from "#contract/workmen/payability.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Platform } from "#server/platform.ts";
import type { Serve } from "#server/http/serve.ts";
import { ownJobs } from "../job-filters.ts";
import { ACCEPTED_OFFER_STATES, invitesOf } from "../queries.ts";

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
      SELECT ${stages}, ${isCompany(actor) ? withNewOffers(actor) : sql`0`} AS "withOffers",
        ${myInvites(actor)} AS invites, ${myOffers(actor)} AS offers
      FROM jobs j WHERE ${isCompany(actor) ? ownJobs(actor) : assignedTo(actor)}`.execute(trx);
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

function withNewOffers(actor: Actor & { readonly accountId: number }): RawBuilder<unknown> {
  return sql`
    (SELECT count(DISTINCT j.id)::integer
      FROM job_offers o
      JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
      WHERE o.account_id = ${actor.accountId} AND o.state = 'CREATED' AND ${ownJobs(actor)})`;
}

function isCompany(actor: Actor): actor is Actor & { readonly accountId: number } {
  return actor.accountId !== null && may(actor, "jobs.view");
}

function assignedTo({ workmanId }: Actor): RawBuilder<unknown> {
  return sql`
    j.kind = 'OFFER'
      AND (j.account_id, j.id) IN (SELECT o.account_id, o.job_id
        FROM job_offers o
        WHERE o.workman_id = ${workmanId} AND o.state = ANY (${ACCEPTED_OFFER_STATES}::text[]))`;
}

function myInvites(actor: Actor): RawBuilder<unknown> {
  return sql`
    (SELECT count(*)::integer
      FROM job_invites i
      WHERE ${invitesOf(actor)} AND i.state IN ('SENT', 'VIEWED'))`;
}

function myOffers({ workmanId }: Actor): RawBuilder<unknown> {
  return sql`
    (SELECT count(*)::integer
      FROM job_offers o
      WHERE o.workman_id = ${workmanId} AND o.state = 'CREATED')`;
}
