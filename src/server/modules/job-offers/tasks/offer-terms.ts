import { sql } from "kysely";
import { ARCHIVE_AFTER_DAYS, START_TIMEOUT_HOURS } from "#contract/jobs/job-offer-states.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob } from "../lock-offer.ts";
import { moveOffers } from "../actions/move-offers.ts";
import { type HeldOffer, releaseOffer } from "../offer-money.ts";

const HOUR_MS = 3_600_000;

interface AcceptedOffer {
  readonly account_id: number;
  readonly id: bigint;
  readonly job_id: bigint;
}

/** The workman loses the job, money is released, the job is published again. */
export function startTimeoutTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<AcceptedOffer>(platform, {
    name: "job-offers.start-timeout",
    idleMs: 60_000,
    batch: 500,
    nameOf: ({ id }) => String(id),
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<AcceptedOffer>`
        SELECT account_id, id, job_id
        FROM job_offers o
        WHERE state = 'ACCEPTED'
          AND accepted_at < ${new Date(at.getTime() - START_TIMEOUT_HOURS * HOUR_MS)}
          AND ${isFree(sql`o.id::text`)}
        ORDER BY accepted_at
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    settle: cancelUnstarted,
  });
}

async function cancelUnstarted(
  trx: Trx,
  { account_id: accountId, id, job_id: jobId }: AcceptedOffer,
  at: Date,
): Promise<void> {
  await lockJob(trx, accountId, jobId);
  const { rows } = await sql<HeldOffer & { readonly title: string }>`
    SELECT o.account_id, o.id, o.hold_id, o.amount_kopecks, o.commission_kopecks, j.title
    FROM job_offers o
    JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
    WHERE o.account_id = ${accountId} AND o.id = ${id} AND o.state = 'ACCEPTED'
    FOR NO KEY UPDATE OF o`.execute(trx);
  const offer = rows[0];
  if (!offer) return;
  await moveOffers(trx, {
    accountId,
    where: sql`o.id = ${id}`,
    action: "cancelAccepted",
    by: "system",
    at,
    set: sql`ended_at = ${at}`,
  });
  await moveJobs(trx, {
    accountId,
    jobIds: [jobId],
    action: "release",
    by: "system",
    workmanId: null,
    at,
  });
  await releaseOffer(trx, offer, at);
  await writeAudit(
    trx,
    SYSTEM,
    null,
    {
      event: "offer.canceled",
      accountId,
      object: { type: "job-offer", id: Number(id), title: offer.title },
      before: { state: "ACCEPTED" },
      after: { state: "CANCELED" },
      reason: `Исполнитель не приступил за ${START_TIMEOUT_HOURS} ч`,
    },
    at,
  );
}

interface EndedOffer {
  readonly account_id: number;
  readonly id: bigint;
}

/**
 * Unanswered for thirty days, left after the job's end, or ended thirty days ago (a day if the job
 * is closed). Decision: only waiting workmen are notified.
 */
export function archiveTask(platform: Platform): BackgroundTask {
  const { db, events } = platform;
  return itemTask<EndedOffer>(platform, {
    name: "job-offers.archive",
    idleMs: 600_000,
    batch: 500,
    nameOf: ({ id }) => String(id),
    async lease({ at, limit, isFree }) {
      const old = new Date(at.getTime() - ARCHIVE_AFTER_DAYS * 24 * HOUR_MS);
      const read = new Date(at.getTime() - 24 * HOUR_MS);
      const closed = sql`
        EXISTS (SELECT FROM jobs j
          WHERE j.account_id = o.account_id
            AND j.id = o.job_id
            AND j.state IN ('FINISHED', 'CANCELED'))`;
      const { rows } = await sql<EndedOffer>`
        SELECT o.account_id, o.id FROM job_offers o
        WHERE ((o.state = 'CREATED' AND (o.created_at < ${old} OR ${closed}))
          OR (o.state IN ('DECLINED', 'CANCELED', 'REJECTED')
            AND (o.ended_at < ${old} OR (o.ended_at < ${read} AND ${closed}))))
          AND ${isFree(sql`o.id::text`)}
        ORDER BY o.account_id, o.id LIMIT ${limit}`.execute(db);
      return rows;
    },
    async settleTogether(trx, offers, at) {
      for (const [accountId, ofAccount] of groupBy(offers, (row) => row.account_id))
        await archive(events, trx, { accountId, ids: ofAccount.map(({ id }) => id), at });
    },
  });
}

async function archive(
  events: Platform["events"],
  trx: Trx,
  {
    accountId,
    ids,
    at,
  }: { readonly accountId: number; readonly ids: readonly bigint[]; readonly at: Date },
): Promise<void> {
  const where = sql`o.id = ANY (${numberArray(ids)}::bigint[])`;
  // Waits for concurrent changes.
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM job_offers o
    WHERE o.account_id = ${accountId} AND ${where} AND o.state = 'CREATED'
    ORDER BY id
    FOR NO KEY UPDATE`.execute(trx);
  await moveOffers(trx, {
    accountId,
    where,
    action: "archive",
    by: "system",
    at,
    set: sql`ended_at = coalesce(o.ended_at, ${at})`,
  });
  if (rows.length > 0)
    await events.publish(trx, "offers.notice", {
      name: "OfferArchived",
      accountId,
      offerIds: rows.map(({ id }) => id),
      at,
    });
}
