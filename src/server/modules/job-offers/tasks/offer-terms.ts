import { sql } from "kysely";
import { ARCHIVE_AFTER_DAYS, START_TIMEOUT_HOURS } from "#contract/jobs/job-offer-states.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import { forEachSettingAside, forEachInSavepoint, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob } from "../lock-offer.ts";
import { moveOffers } from "../actions/move-offers.ts";
import { type HeldOffer, releaseOffer } from "../offer-money.ts";

const HOUR_MS = 3_600_000;
const BATCH = 500;

/**
 * Cancels offers not started in time: the workman loses the job, the money is released, the job is
 * published again.
 */
export function startTimeoutTask({ db, clock }: Platform): BackgroundTask {
  const task = "job-offers.start-timeout";
  return {
    name: task,
    idleMs: 60_000,
    async run() {
      const now = clock.now();
      const since = new Date(now.getTime() - START_TIMEOUT_HOURS * HOUR_MS);
      const { rows: due } = await sql<{ account_id: number; id: bigint; job_id: bigint }>`
        SELECT account_id, id, job_id
        FROM job_offers o
        WHERE state = 'ACCEPTED'
          AND accepted_at < ${since}
          AND ${notSetAside(task, sql`o.id::text`, now)}
        ORDER BY accepted_at
        LIMIT ${BATCH}`.execute(db);
      await forEachSettingAside(
        { db, clock },
        {
          task,
          items: due,
          nameOf: ({ id }) => String(id),
          work: ({ account_id: accountId, id, job_id: jobId }) =>
            inTransaction(db, async (trx) => {
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
                at: now,
                set: sql`ended_at = ${now}`,
              });
              await moveJobs(trx, {
                accountId,
                jobIds: [jobId],
                action: "release",
                by: "system",
                workmanId: null,
                at: now,
              });
              await releaseOffer(trx, offer, now);
              const record = {
                event: "offer.canceled",
                accountId,
                object: { type: "job-offer", id: Number(id), title: offer.title },
                before: { state: "ACCEPTED" },
                after: { state: "CANCELED" },
              };
              await writeAudit(
                trx,
                SYSTEM,
                null,
                { ...record, reason: `Исполнитель не приступил за ${START_TIMEOUT_HOURS} ч` },
                now,
              );
            }),
        },
      );
      return due.length === BATCH;
    },
  };
}

/**
 * Archives offers unanswered for thirty days or left over after the job's end, and those ended
 * thirty days ago (a day ago when the job is closed). Decision: only workmen who still waited are
 * notified; the others know the end, and a day is enough to read it.
 */
export function archiveTask({ db, clock, events }: Platform): BackgroundTask {
  const task = "job-offers.archive";
  return {
    name: task,
    idleMs: 600_000,
    run: () =>
      inTransaction(db, async (trx) => {
        const now = clock.now();
        const old = new Date(now.getTime() - ARCHIVE_AFTER_DAYS * 24 * HOUR_MS);
        const read = new Date(now.getTime() - 24 * HOUR_MS);
        const closed = sql`
          EXISTS (SELECT FROM jobs j
            WHERE j.account_id = o.account_id
              AND j.id = o.job_id
              AND j.state IN ('FINISHED', 'CANCELED'))`;
        const { rows } = await sql<{ account_id: number; id: bigint; waited: boolean }>`
          SELECT o.account_id, o.id, o.state = 'CREATED' AS waited FROM job_offers o
          WHERE ((o.state = 'CREATED' AND (o.created_at < ${old} OR ${closed}))
            OR (o.state IN ('DECLINED', 'CANCELED', 'REJECTED')
              AND (o.ended_at < ${old} OR (o.ended_at < ${read} AND ${closed}))))
            AND ${notSetAside(task, sql`o.account_id::text`, now)}
          ORDER BY o.account_id, o.id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`.execute(trx);
        await forEachInSavepoint(
          trx,
          {
            task,
            items: [...groupBy(rows, (row) => row.account_id)],
            nameOf: ([accountId]) => String(accountId),
            work: async ([accountId, ofAccount]) => {
              const where = sql`
                o.id = ANY (${numberArray(ofAccount.map((row) => row.id))}::bigint[])`;
              await moveOffers(trx, {
                accountId,
                where,
                action: "archive",
                by: "system",
                at: now,
                set: sql`ended_at = coalesce(o.ended_at, ${now})`,
              });
              const waited = ofAccount.filter((row) => row.waited).map((row) => row.id);
              if (waited.length > 0)
                await events.publish(trx, "offers.notice", {
                  name: "OfferArchived",
                  accountId,
                  offerIds: waited,
                  at: now,
                });
            },
          },
          now,
        );
        return rows.length === BATCH;
      }),
  };
}
