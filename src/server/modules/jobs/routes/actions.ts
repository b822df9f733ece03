import { sql } from "kysely";
import { kopecksToRubles } from "#contract/values/money.ts";
import { jobEndpoints as endpoints } from "#contract/jobs/job-endpoints.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { Job } from "#contract/jobs/job.ts";
import { auditEach } from "#server/modules/audit-log/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { cancelJob } from "../actions/cancel-job.ts";
import type { Platform } from "#server/platform.ts";
import { findJobRow } from "../find-job.ts";
import { objectOf } from "../job-audit.ts";
import { type JobFields, readJobFields } from "../job-fields.ts";
import { presentJob } from "../presenter.ts";
import { announceJob, announceJobs, announceTerms, lockOwnJob } from "../own-job.ts";
import { publishJob, refuseIdleCompany } from "../actions/publish-job.ts";
import { addJob, refuseUnboundRaise, refuseUpdate, updateJob } from "../actions/update-job.ts";

export function serveJobActions(serve: Serve, { clock, events }: Platform): void {
  const answer = async (trx: Trx, actor: AccountActor, id: bigint): Promise<Job> =>
    presentJob(await findJobRow(trx, actor, id, clock.now()), actor, clock.now());

  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    await refuseIdle(trx, actor);
    const fields = await readJobFields(trx, actor, body, null, clock.now());
    const id = await addJob(trx, actor.accountId, fields, actor.personId, clock.now());
    await announceJob(trx, actor.accountId, id);
    audit({
      event: "job.created",
      object: objectOf(id, fields.title),
      after: summaryOf("DRAFT", fields),
    });
    return answer(trx, actor, id);
  });

  serve(endpoints.createMany, async (call) => {
    const {
      actor,
      body: { workmenCount, ...input },
      trx,
    } = call;
    await refuseIdle(trx, actor);
    const at = clock.now();
    const fields = await readJobFields(trx, actor, input, null, at);
    const ids: bigint[] = [];
    for (let number = 0; number < workmenCount; number += 1)
      ids.push(await addJob(trx, actor.accountId, fields, actor.personId, at));
    await announceJobs(trx, actor.accountId, ids);
    await auditEach(
      call,
      ids.map((id) => ({
        event: "job.created",
        object: objectOf(id, fields.title),
        after: summaryOf("DRAFT", fields),
      })),
      at,
    );
    return { jobIDs: ids.map(Number) };
  });

  serve(endpoints.update, async ({ actor, body: { jobID, ...input }, trx, audit }) => {
    const job = await lockOwnJob(trx, actor, "jobs.manage", jobID);
    refuseUpdate(job);
    const fields = await readJobFields(trx, actor, input, job, clock.now());
    await refuseUnboundRaise(trx, actor, job, fields.budget_kopecks);
    const state = await updateJob(trx, job, fields, clock.now());
    await announceTerms(trx, job);
    audit({
      event: "job.updated",
      object: objectOf(job.id, fields.title),
      before: summaryOf(job.state, job),
      after: summaryOf(state, fields),
    });
    return answer(trx, actor, job.id);
  });

  serve(endpoints.publish, async ({ actor, body, trx, audit }) => {
    const job = await lockOwnJob(trx, actor, "jobs.manage", body.jobID);
    const state = await publishJob(trx, events, job, actor.personId, clock.now());
    audit({
      event: state === "PUBLISHED" ? "job.published" : "job.sent_to_moderation",
      object: objectOf(job.id, job.title),
      before: { state: job.state },
      after: { state },
    });
    return answer(trx, actor, job.id);
  });

  serve(endpoints.cancel, async ({ actor, body, trx, audit }) => {
    const job = await lockOwnJob(trx, actor, "jobs.manage", body.jobID);
    const cancellation = {
      reasonId: body.reasonID ?? null,
      comment: body.comment?.trim() || null,
      by: actor.personId,
      at: clock.now(),
    };
    await cancelJob(trx, events, job, cancellation);
    audit({
      event: "job.canceled",
      object: objectOf(job.id, job.title),
      before: { state: job.state },
      after: { state: "CANCELED", reasonId: cancellation.reasonId },
    });
    return answer(trx, actor, job.id);
  });
}

/** @throws AppError `conflict` — no jobs yet or any more. */
async function refuseIdle(trx: Trx, actor: AccountActor): Promise<void> {
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM accounts WHERE id = ${actor.accountId}`.execute(trx);
  refuseIdleCompany(rows[0]?.state ?? "");
}

function summaryOf(
  state: JobState,
  {
    title,
    budget_kopecks: kopecks,
    service_id: serviceId,
    project_id: projectId,
    finish_at: finishAt,
    visibility,
  }: JobFields,
) {
  return {
    state,
    title,
    budget: kopecksToRubles(kopecks),
    serviceId,
    projectId,
    finishDate: finishAt.toISOString(),
    visibility,
  };
}
