import { sql } from "kysely";
import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import { MAX_JOB_TAGS } from "#contract/projects/project.ts";
import { auditEach } from "#server/modules/audit-log/index.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { objectOf } from "../job-audit.ts";
import { readTags } from "../job-fields.ts";
import { announceJobs, lockOwnJobs, type OwnJob } from "../own-job.ts";

/** Terms do not change, so in any state. */
export function serveMassTag(serve: Serve, { clock }: Pick<Platform, "clock">): void {
  serve(endpoints.massTag, async (call) => {
    const { actor, body, trx } = call;
    const errors = {};
    const titles = [...new Set(await readTags(trx, actor, body.jobTagsIDs, errors))];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const jobs = new Map(
      (await lockOwnJobs(trx, actor, "jobs.manage", body.jobIDs)).map((job) => [
        Number(job.id),
        job,
      ]),
    );
    const failed: { jobID: number; message: string }[] = [];
    const changed: { job: OwnJob; tags: string[] }[] = [];
    for (const jobID of new Set(body.jobIDs)) {
      const job = jobs.get(jobID);
      const tags = [...new Set([...(job?.tags ?? []), ...titles])];
      if (!job) failed.push({ jobID, message: "Задание не найдено" });
      else if (tags.length > MAX_JOB_TAGS)
        failed.push({ jobID, message: `У задания может быть не больше ${MAX_JOB_TAGS} тегов` });
      else changed.push({ job, tags });
    }
    await sql`
      UPDATE jobs j
      SET tags = j.tags || ARRAY(SELECT n.title
        FROM unnest(${titles}::text[]) WITH ORDINALITY AS n (title, place)
        WHERE n.title <> ALL (j.tags)
        ORDER BY n.place)
      WHERE j.account_id = ${actor.accountId}
        AND j.id = ANY (${changed.map(({ job }) => job.id)}::bigint[])`.execute(trx);
    await announceJobs(
      trx,
      actor.accountId,
      changed.map(({ job }) => job.id),
    );
    const lines = changed.map(({ job, tags }) => ({
      event: "job.updated",
      object: objectOf(job.id, job.title),
      before: { tags: job.tags.join(", ") },
      after: { tags: tags.join(", ") },
    }));
    await auditEach(call, lines, clock.now());
    return { taggedCount: changed.length, failed };
  });
}
