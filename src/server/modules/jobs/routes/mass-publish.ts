import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { auditEach } from "#server/modules/audit-log/index.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { objectOf } from "../job-audit.ts";
import { undoIfRefused } from "../undo-if-refused.ts";
import { lockOwnJobs, type OwnJob } from "../own-job.ts";
import { publishJob } from "../actions/publish-job.ts";

export function serveMassPublish(serve: Serve, { clock, events }: Platform): void {
  serve(endpoints.massPublish, async (call) => {
    const { actor, body, trx } = call;
    const at = clock.now();
    const jobs = new Map(
      (await lockOwnJobs(trx, actor, "jobs.manage", body.jobIDs)).map((job) => [
        Number(job.id),
        job,
      ]),
    );
    const failed: { jobID: number; message: string }[] = [];
    const done: { job: OwnJob; state: "PUBLISHED" | "MODERATION" }[] = [];
    for (const jobID of new Set(body.jobIDs)) {
      const job = jobs.get(jobID);
      const outcome = job
        ? await undoIfRefused(trx, () => publishJob(trx, events, job, actor.personId, at))
        : { refusal: "Задание не найдено" };
      if (typeof outcome === "object") failed.push({ jobID, message: outcome.refusal });
      else if (job) done.push({ job, state: outcome === "PUBLISHED" ? "PUBLISHED" : "MODERATION" });
    }
    const lines = done.map(({ job, state }) => ({
      event: state === "PUBLISHED" ? "job.published" : "job.sent_to_moderation",
      object: objectOf(job.id, job.title),
      before: { state: job.state },
      after: { state },
    }));
    await auditEach(call, lines, at);
    const count = (state: string) => done.filter((one) => one.state === state).length;
    return {
      publishedCount: count("PUBLISHED"),
      sentToModerationCount: count("MODERATION"),
      failed,
    };
  });
}
