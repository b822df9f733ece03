import { sql } from "kysely";
import { ARCHIVE_AFTER_DAYS, START_TIMEOUT_HOURS } from "#contract/job-offers/job-offer-states.ts";
import { moveJobs } from "#server/modules/jobs/index.ts";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { groupBy } from "#server/data/group-by.ts";
import { numberArray } from "#server/data/number-array.ts";
import { eachApart, eachInSavepoint, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { lockJob } from "../lock-offer.ts";
import { moveOffers } from "../actions/move-offers.ts";
import { type HeldOffer, releaseOffer } from "../offer-money.ts";

const HOUR_MS = 3_600_000;
const BATCH = 500;

/**
 * Offers nobody has started in time: the worker loses the job, the customer has his money back, the
 * job looks for another.
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
      await eachApart(
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
 * Puts offers into the archive: those nobody has answered in thirty days or whose job has found its
 * end without them, and those that ended thirty days ago, or a day ago with a job that is closed.
 * Decision: only who still waited for an answer is told; the others have heard how it ended, and a
 * day leaves them the time to read it.
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
        await eachInSavepoint(
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
