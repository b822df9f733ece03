import { sql } from "kysely";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { objectOf } from "../job-audit.ts";
import { moveJobs } from "../actions/move-jobs.ts";
import type { OwnJob } from "../own-job.ts";

const WORDS = "Срок задания прошёл, исполнитель не найден";
type OverdueJob = Pick<OwnJob, "account_id" | "id">;

/** Notifies those in charge and those who answered. */
export function overdueTask(platform: Platform): BackgroundTask {
  return itemTask<OverdueJob>(platform, {
    name: "jobs.overdue",
    idleMs: 60_000,
    batch: 200,
    nameOf: ({ id }) => String(id),
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<OverdueJob>`
        SELECT account_id, id
        FROM jobs j
        WHERE kind = 'OFFER'
          AND state = 'PUBLISHED'
          AND finish_at <= ${at}
          AND ${isFree(sql`j.id::text`)}
        ORDER BY finish_at, id
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    settle: (trx, job, at) => closeOverdue(platform, trx, job, at),
  });
}

async function closeOverdue(
  { events }: Platform,
  trx: Trx,
  { account_id: accountId, id }: OverdueJob,
  at: Date,
): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    SELECT title
    FROM jobs
    WHERE account_id = ${accountId} AND id = ${id} AND state = 'PUBLISHED' AND finish_at <= ${at}
    FOR NO KEY UPDATE`.execute(trx);
  const job = rows[0];
  // Taken or extended meanwhile.
  if (!job) return;
  await moveJobs(trx, { accountId, jobIds: [id], action: "cancel", by: "system", at });
  await sql`
    UPDATE jobs SET cancel_comment = ${WORDS} WHERE account_id = ${accountId} AND id = ${id}`.execute(
    trx,
  );
  await events.publish(trx, "job.canceled", {
    accountId,
    jobId: id,
    reasonId: null,
    comment: WORDS,
    at,
  });
  await writeAudit(
    trx,
    SYSTEM,
    null,
    {
      event: "job.canceled",
      accountId,
      object: objectOf(id, job.title),
      before: { state: "PUBLISHED" },
      after: { state: "CANCELED" },
      reason: WORDS,
    },
    at,
  );
}
