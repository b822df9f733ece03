import { sql } from "kysely";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { JOB_STATE, JOB_TRANSITIONS, type JobState } from "#contract/jobs/job-states.ts";
import { refuseBlocked, type RefusedWhenBlocked } from "#server/modules/accounts/index.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { checkBeforePublishing } from "../job-fields.ts";
import { moveJob, type OwnJob } from "../own-job.ts";

/**
 * @param by - gets no notice.
 * @returns PUBLISHED if the company is trusted or the job is not for all, else MODERATION.
 * @throws AppError `conflict` — another state, or a company that may not work yet; `invalid` by
 * field. Source: `domain.md` §2.4.
 */
export async function publishJob(
  trx: Trx,
  events: ProductEventBus,
  job: OwnJob,
  by: number,
  at: Date,
): Promise<JobState> {
  if (!canTransit(JOB_TRANSITIONS, "publish", job.state, "account"))
    throw conflict(whyNot(job.state));
  refuseIdleCompany(job.account_state);
  await checkBeforePublishing(trx, job, at);
  const state: JobState = needsModerator(job) ? "MODERATION" : "PUBLISHED";
  await sql`
    UPDATE jobs
    SET reject_reason = NULL, reject_comment = NULL, published_at = CASE
      WHEN ${state === "PUBLISHED"} THEN coalesce(published_at, ${at})
      ELSE published_at END
    WHERE account_id = ${job.account_id} AND id = ${job.id}`.execute(trx);
  await moveJob(trx, job, "publish", state, at);
  if (state === "PUBLISHED")
    await events.publish(trx, "job.published", {
      accountId: job.account_id,
      jobId: job.id,
      by,
      at,
    });
  return state;
}

export function needsModerator(job: Pick<OwnJob, "is_trusted" | "visibility">): boolean {
  return !job.is_trusted && job.visibility === "ALL";
}

/**
 * @throws AppError `conflict`. Source: specification §6, «A customer may post jobs only after
 * moderation passes».
 */
export function refuseIdleCompany(state: string, action: RefusedWhenBlocked = "postJobs"): void {
  if (state === "ACTIVE") return;
  refuseBlocked(state, action);
  if (state === "REJECTED")
    throw conflict("Компания не прошла проверку. Исправьте данные компании и отправьте их снова");
  throw conflict("Компания ещё не прошла проверку. Размещать задания можно будет после неё");
}

function whyNot(state: JobState): string {
  if (state === "PUBLISHED") return "Задание уже опубликовано";
  if (state === "MODERATION") return "Задание уже на проверке у модератора";
  if (state === "REJECTED") return "Модератор отклонил задание. Исправьте его и опубликуйте снова";
  return `Задание в состоянии «${JOB_STATE.titles[state]}» опубликовать нельзя. Создайте новое`;
}
