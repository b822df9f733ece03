import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import type { RequestContext } from "#server/platform/request-context.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { type Cancellation, forceCancelJob } from "./cancel-job.ts";
import type { JobsDependencies } from "./dependencies.ts";
import { objectOf } from "./job-audit.ts";
import { orRefusal } from "./or-refusal.ts";
import { lockOwnJobs, type OwnJob } from "./own-job.ts";

/** Many jobs cancelled at once; workers of running ones are asked, those that cannot be are named with the reason, the others go on. */
export function serveMassCancel(serve: Serve, { clock, events }: JobsDependencies): void {
  async function cancelAll(trx: Trx, actor: AccountActor, request: RequestContext, ids: readonly number[], cancellation: Cancellation) {
    const jobs = new Map((await lockOwnJobs(trx, actor, "jobs.force-cancel", ids)).map((job) => [Number(job.id), job]));
    const failed: { jobID: number; message: string }[] = [];
    const done: { job: OwnJob; how: "canceled" | "asked" }[] = [];
    for (const jobID of new Set(ids)) {
      const job = jobs.get(jobID);
      const outcome = job ? await orRefusal(trx, () => forceCancelJob(trx, events, job, cancellation)) : { refusal: "Задание не найдено" };
      if (typeof outcome === "object") failed.push({ jobID, message: outcome.refusal });
      else if (job) done.push({ job, how: outcome });
    }
    // Last of all: the journal's head is locked until the commit, and others come to it with the balance in their hands.
    for (const { job: { id, title, state }, how } of done) {
      const change = { before: { state }, after: { state: how === "canceled" ? "CANCELED" : state, reasonId: cancellation.reasonId } };
      await writeAudit(trx, actor, request, { event: how === "canceled" ? "job.canceled" : "arbitration.opened", object: objectOf(id, title), ...change }, cancellation.at);
    }
    const count = (how: "canceled" | "asked") => done.filter((one) => one.how === how).length;
    return { canceledCount: count("canceled"), askedCount: count("asked"), failed };
  }

  // The specification writes it as a GET: it runs in a transaction like the POST. Without a reason it cancels only what nobody has seen.
  serve(
    endpoints.massForceCancel,
    ({ actor, query, request, trx }) => cancelAll(trx, actor, request, query.jobIDs, { reasonId: query.reasonID ?? null, comment: query.comment?.trim() || null, by: actor.personId, at: clock.now() }),
    { changesData: true },
  );

  serve(endpoints.massForceCancelPost, ({ actor, body, request, trx }) =>
    cancelAll(trx, actor, request, body.jobIDs, { reasonId: body.reasonID, comment: body.comment?.trim() || null, by: actor.personId, at: clock.now() }),
  );
}
