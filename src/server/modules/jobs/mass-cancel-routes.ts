import { sql } from "kysely";
import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { RequestContext } from "#server/platform/request-context.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { type Cancellation, forceCancelJob } from "./cancel-job.ts";
import type { JobsDependencies } from "./index.ts";
import { objectOf } from "./job-action-routes.ts";
import { lockOwnJobs, type OwnJob } from "./own-job.ts";

/** Many jobs cancelled at once, whatever stage they are at: those that cannot be are named with the reason, the others go on. */
export function serveMassCancel(serve: Serve, { clock, events }: JobsDependencies): void {
  async function cancelAll(trx: Trx, actor: AccountActor, request: RequestContext, ids: readonly number[], cancellation: Cancellation) {
    const jobs = new Map((await lockOwnJobs(trx, actor, "jobs.force-cancel", ids)).map((job) => [Number(job.id), job]));
    const failed: { jobID: number; message: string }[] = [];
    const canceled: OwnJob[] = [];
    for (const jobID of new Set(ids)) {
      const job = jobs.get(jobID);
      const refusal = job ? await refusalOf(trx, () => forceCancelJob(trx, events, job, cancellation)) : "Задание не найдено";
      if (refusal !== null) failed.push({ jobID, message: refusal });
      else if (job) canceled.push(job);
    }
    // Last of all: the journal's head is locked until the commit, and others come to it with the balance in their hands.
    for (const { id, title, state } of canceled) {
      const change = { before: { state }, after: { state: "CANCELED", reasonId: cancellation.reasonId } };
      await writeAudit(trx, actor, request, { event: "job.canceled", object: objectOf(id, title), ...change }, cancellation.at);
    }
    return { canceledCount: canceled.length, failed };
  }

  // The specification writes it as a GET: it runs in a transaction like the POST, and nobody is asked for a reason.
  serve(
    endpoints.massForceCancel,
    ({ actor, query, request, trx }) => cancelAll(trx, actor, request, query.jobIDs, { reasonId: null, comment: null, by: actor.personId, at: clock.now() }),
    { changesData: true },
  );

  serve(endpoints.massForceCancelPost, ({ actor, body, request, trx }) =>
    cancelAll(trx, actor, request, body.jobIDs, { reasonId: body.reasonID, comment: body.comment?.trim() || null, by: actor.personId, at: clock.now() }),
  );
}

/** What one job has written before it was refused, by us or by whoever listens, is undone; the others keep theirs. */
async function refusalOf(trx: Trx, action: () => Promise<void>): Promise<string | null> {
  await sql`SAVEPOINT one_job`.execute(trx);
  try {
    await action();
    await sql`RELEASE SAVEPOINT one_job`.execute(trx);
    return null;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "conflict")) throw error;
    await sql`ROLLBACK TO SAVEPOINT one_job`.execute(trx);
    return error.message;
  }
}
