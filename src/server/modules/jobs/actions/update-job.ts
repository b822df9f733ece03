import { sql } from "kysely";
import { JOB_STATE, type JobState } from "#contract/jobs/job-states.ts";
import { refuseOverLimit } from "#server/modules/accounts/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { JobFields } from "../job-fields.ts";
import { moveJob, type OwnJob } from "../own-job.ts";
import { needsModerator } from "./publish-job.ts";

/** A change returns the job to moderation. Source: `domain.md` §2.4. */
const MODERATED = [
  "title",
  "description",
  "service_id",
  "budget_kopecks",
] as const satisfies readonly (keyof JobFields)[];

/** @throws AppError `conflict`. */
export function refuseUpdate(job: OwnJob): void {
  if (
    job.state === "DRAFT" ||
    job.state === "REJECTED" ||
    (job.state === "PUBLISHED" && job.workman_id === null)
  )
    return;
  if (job.state === "MODERATION")
    throw conflict("Задание на проверке у модератора. Изменить его можно будет после решения");
  if (job.state === "FINISHED" || job.state === "CANCELED")
    throw conflict(
      `Задание в состоянии «${JOB_STATE.titles[job.state]}» изменить нельзя. Создайте новое`,
    );
  throw conflict("Исполнитель уже назначен: условия задания менять нельзя");
}

/**
 * An open invite binds the company to the budget of the moment the workman agrees.
 *
 * @throws AppError `conflict`.
 */
export async function refuseUnboundRaise(
  trx: Trx,
  actor: AccountActor,
  job: OwnJob,
  budgetKopecks: bigint,
): Promise<void> {
  if (budgetKopecks <= job.budget_kopecks) return;
  const { rows } = await sql`
    SELECT FROM job_invites
    WHERE account_id = ${job.account_id} AND job_id = ${job.id} AND state IN ('SENT', 'VIEWED')
    LIMIT 1`.execute(trx);
  if (rows.length > 0) await refuseOverLimit(trx, actor, budgetKopecks);
}

/** Decision: a job that becomes public is moderated. */
export async function updateJob(
  trx: Trx,
  job: OwnJob,
  fields: JobFields,
  at: Date,
): Promise<JobState> {
  await writeFields(trx, job, fields);
  if (job.state !== "PUBLISHED") {
    await moveJob(trx, job, "update", "DRAFT", at);
    return "DRAFT";
  }
  const isChanged =
    MODERATED.some((field) => fields[field] !== job[field]) ||
    (job.visibility !== "ALL" && fields.visibility === "ALL");
  const state = isChanged && needsModerator({ ...job, ...fields }) ? "MODERATION" : "PUBLISHED";
  await moveJob(trx, job, "updatePublished", state, at);
  return state;
}

async function writeFields(
  trx: Trx,
  { account_id: accountId, id }: OwnJob,
  fields: JobFields,
): Promise<void> {
  await sql`
    UPDATE jobs
    SET title = ${fields.title}, description = ${fields.description},
      service_id = ${fields.service_id}, project_id = ${fields.project_id},
      budget_kopecks = ${fields.budget_kopecks}, tags = ${fields.tags}::text[],
        pay_type = ${fields.pay_type}, start_at = ${fields.start_at},
        finish_at = ${fields.finish_at},
      city_id = ${fields.city_id}, address = ${fields.address},
        receipt_text = ${fields.receipt_text}, is_act_required = ${fields.is_act_required},
        visibility = ${fields.visibility}
    WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
}

export async function addJob(
  trx: Trx,
  accountId: number,
  fields: JobFields,
  by: number,
  at: Date,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO jobs (account_id, kind, state, title, description, service_id, project_id,
      budget_kopecks, tags, pay_type, start_at, finish_at, city_id, address, receipt_text,
      is_act_required, visibility, created_by, created_at)
    VALUES (${accountId}, 'OFFER', 'DRAFT', ${fields.title}, ${fields.description},
      ${fields.service_id}, ${fields.project_id}, ${fields.budget_kopecks}, ${fields.tags}::text[],
      ${fields.pay_type}, ${fields.start_at}, ${fields.finish_at}, ${fields.city_id},
        ${fields.address}, ${fields.receipt_text}, ${fields.is_act_required}, ${fields.visibility},
      ${by}, ${at}) RETURNING id`.execute(trx);
  return rows[0]?.id as bigint;
}
