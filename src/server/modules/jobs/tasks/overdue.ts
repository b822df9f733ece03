import { sql } from "kysely";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { eachApart, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { objectOf } from "../job-audit.ts";
import { moveJobs } from "../actions/move-jobs.ts";
import type { OwnJob } from "../own-job.ts";

/** What people read as the reason. */
const WORDS = "Срок задания прошёл, исполнитель не найден";
const TASK = "jobs.overdue";
const BATCH = 200;

type OverdueJob = Pick<OwnJob, "account_id" | "id">;

/**
 * Closes jobs that have found nobody by their deadline, with a notice to those who answer for them
 * and to whoever has responded. Whoever still needs the work moves the deadline before: it may be
 * changed as long as the job is published.
 */
export function overdueTask(platform: Platform): BackgroundTask {
  const { db, clock } = platform;
  return {
    name: TASK,
    idleMs: 60_000,
    async run() {
      const now = clock.now();
      const { rows: items } = await sql<OverdueJob>`
        SELECT account_id, id
        FROM jobs j
        WHERE kind = 'OFFER'
          AND state = 'PUBLISHED'
          AND finish_at <= ${now}
          AND ${notSetAside(TASK, sql`j.id::text`, now)}
        ORDER BY finish_at, id
        LIMIT ${BATCH}`.execute(db);
      await eachApart(platform, {
        task: TASK,
        items,
        nameOf: ({ id }) => String(id),
        work: (job) => inTransaction(db, (trx) => closeOverdue(platform, trx, job, now)),
      });
      return items.length === BATCH;
    },
  };
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
  // Taken or prolonged meanwhile.
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
