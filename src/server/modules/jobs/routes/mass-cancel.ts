import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { auditEach, type MassCall } from "#server/modules/audit-log/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { Serve } from "#server/http/serve.ts";
import { type Cancellation, forceCancelJob } from "../actions/cancel-job.ts";
import type { Platform } from "#server/platform.ts";
import { objectOf } from "../job-audit.ts";
import { undoIfRefused } from "../undo-if-refused.ts";
import { lockOwnJobs, type OwnJob } from "../own-job.ts";

/** Impossible ones are returned with reasons. */
export function serveMassCancel(serve: Serve, { clock, events }: Platform): void {
  async function cancelAll(
    call: MassCall & { readonly actor: AccountActor },
    ids: readonly number[],
    cancellation: Cancellation,
  ) {
    const { actor, trx } = call;
    const jobs = new Map(
      (await lockOwnJobs(trx, actor, "jobs.force-cancel", ids)).map((job) => [Number(job.id), job]),
    );
    const failed: { jobID: number; message: string }[] = [];
    const done: { job: OwnJob; how: "canceled" | "asked" }[] = [];
    for (const jobID of new Set(ids)) {
      const job = jobs.get(jobID);
      const outcome = job
        ? await undoIfRefused(trx, () => forceCancelJob(trx, events, job, cancellation))
        : { refusal: "Задание не найдено" };
      if (typeof outcome === "object") failed.push({ jobID, message: outcome.refusal });
      else if (job) done.push({ job, how: outcome });
    }
    const lines = done.map(({ job: { id, title, state }, how }) => {
      const change = {
        before: { state },
        after: { state: how === "canceled" ? "CANCELED" : state, reasonId: cancellation.reasonId },
      };
      return {
        event: how === "canceled" ? "job.canceled" : "arbitration.opened",
        object: objectOf(id, title),
        ...change,
      };
    });
    await auditEach(call, lines, cancellation.at);
    const count = (how: "canceled" | "asked") => done.filter((one) => one.how === how).length;
    return { canceledCount: count("canceled"), askedCount: count("asked"), failed };
  }

  // A GET by the specification. Without a reason only unseen jobs.
  serve(
    endpoints.massForceCancel,
    (call) =>
      cancelAll(call, call.query.jobIDs, {
        reasonId: call.query.reasonID ?? null,
        comment: call.query.comment?.trim() || null,
        by: call.actor.personId,
        at: clock.now(),
      }),
    { changesData: true },
  );

  serve(endpoints.massForceCancelPost, (call) =>
    cancelAll(call, call.body.jobIDs, {
      reasonId: call.body.reasonID,
      comment: call.body.comment?.trim() || null,
      by: call.actor.personId,
      at: clock.now(),
    }),
  );
}
