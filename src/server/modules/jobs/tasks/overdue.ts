import { sql } from "kysely";
import { SYSTEM, writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { forEachSettingAside, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { objectOf } from "../job-audit.ts";
import { moveJobs } from "../actions/move-jobs.ts";
import type { OwnJob } from "../own-job.ts";

/** The reason shown to people. */
const WORDS = "Срок задания прошёл, исполнитель не найден";
const TASK = "jobs.overdue";
const BATCH = 200;

type OverdueJob = Pick<OwnJob, "account_id" | "id">;

/**
 * Cancels jobs without a workman after their deadline and notifies the people in charge and those
 * who answered. The deadline of a published job can be moved before.
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
      await forEachSettingAside(platform, {
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
