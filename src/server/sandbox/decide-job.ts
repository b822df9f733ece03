import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { JOB_TRANSITIONS } from "#contract/jobs/job-states.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { announceJob } from "#server/modules/jobs/index.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { type Decision, MODERATOR, reasonOf, refuse } from "./decision.ts";

/**
 * Publishes a job or sends it back with a reason. A job that was public before keeps its place in
 * lists.
 */
export async function decideJob(
  trx: Trx,
  events: ProductEventBus,
  { id, verdict, reasonId, comment, at }: Decision,
): Promise<void> {
  const isApproved = verdict === "approve";
  const { from, to } = JOB_TRANSITIONS[verdict];
  const reason = isApproved ? null : reasonOf(REASONS.jobReject, reasonId);
  const { rows } = await sql<{ account_id: number; id: bigint; title: string }>`
    UPDATE jobs
    SET state = ${to[0]}, reject_reason = ${reason?.id ?? null},
      reject_comment = ${isApproved ? null : comment},
      published_at = CASE
        WHEN ${isApproved} THEN coalesce(published_at, ${at})
        ELSE published_at END
    WHERE id = ${id} AND kind = 'OFFER' AND state = ANY (${[...from]}::text[])
    RETURNING account_id, id, title`.execute(trx);
  const job = rows[0];
  if (!job)
    return void (await refuse(
      trx,
      sql<{ id: number }>`SELECT id FROM jobs WHERE id = ${id} AND kind = 'OFFER'`,
    ));
  const key = { accountId: job.account_id, jobId: job.id, at };
  await announceJob(trx, job.account_id, job.id);
  await (isApproved
    ? events.publish(trx, "job.published", key)
    : events.publish(trx, "job.rejected", { ...key, reasonId: reason?.id ?? null, comment }));
  const change = {
    before: { state: from[0] },
    after: { state: to[0], ...(reason ? { reasonId: reason.id } : {}) },
  };
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event: isApproved ? "job.published" : "job.rejected",
      accountId: job.account_id,
      object: { type: "job", id, title: job.title },
      ...change,
      ...(comment ? { reason: comment } : {}),
    },
    at,
  );
}
