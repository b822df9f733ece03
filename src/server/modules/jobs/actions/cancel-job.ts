import { sql } from "kysely";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { JOB_STATE, JOB_TRANSITIONS, type JobState } from "#contract/jobs/job-states.ts";
import { conflict, invalid } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { moveJob, type OwnJob } from "../own-job.ts";

export interface Cancellation {
  readonly reasonId: string | null;
  readonly comment: string | null;
  readonly by: number;
  readonly at: Date;
}

/** Others see the job and get a reason. */
const SEEN: readonly JobState[] = ["PUBLISHED", "WORKMANPENDING"];

/** Only the company sees the job. */
const UNSEEN: readonly JobState[] = ["DRAFT", "MODERATION", "REJECTED"];

/**
 * Listeners end offers and invites and release the money.
 *
 * @throws AppError `conflict` — the work has begun or the job is over; `invalid` — a required
 * reason is missing.
 */
export async function cancelJob(
  trx: Trx,
  events: ProductEventBus,
  job: OwnJob,
  cancellation: Cancellation,
): Promise<void> {
  if (!canTransit(JOB_TRANSITIONS, "cancel", job.state, "account"))
    throw conflict(whyNot(job.state));
  if (cancellation.reasonId === null && SEEN.includes(job.state))
    throw invalid({ reasonID: ["Выберите причину: её увидят исполнители"] });
  await end(trx, events, job, "cancel", cancellation);
}

/**
 * Cancels, or proposes 0 ₽ to the workman of a running job; after three refusals a moderator
 * decides. Source: `domain.md` §2.4, «force cancel».
 *
 * @returns `asked` when the workman must agree.
 * @throws AppError `conflict`.
 */
export async function forceCancelJob(
  trx: Trx,
  events: ProductEventBus,
  job: OwnJob,
  cancellation: Cancellation,
): Promise<"canceled" | "asked"> {
  const isFree = canTransit(JOB_TRANSITIONS, "cancel", job.state, "account");
  if (!isFree && !canTransit(JOB_TRANSITIONS, "forceCancel", job.state, "account"))
    throw conflict(whyNot(job.state));
  if (cancellation.reasonId === null && !UNSEEN.includes(job.state))
    throw conflict("Выберите причину: её увидят исполнители");
  if (isFree) {
    await end(trx, events, job, "cancel", cancellation);
    return "canceled";
  }
  const { rows } = await sql`
      SELECT 1 FROM job_offers
      WHERE account_id = ${job.account_id} AND job_id = ${job.id} AND state = 'ARBITRATION'`.execute(
    trx,
  );
  if (rows.length > 0)
    throw conflict("Исполнитель ещё не ответил на изменение выплаты. Дождитесь ответа");
  const { reasonId, comment, by, at } = cancellation;
  await events.publish(trx, "job.end-proposed", {
    accountId: job.account_id,
    jobId: job.id,
    reasonId: reasonId as string,
    comment,
    by,
    at,
  });
  return "asked";
}

async function end(
  trx: Trx,
  events: ProductEventBus,
  job: OwnJob,
  action: "cancel",
  { reasonId, comment, by, at }: Cancellation,
): Promise<void> {
  await moveJob(trx, job, action, "CANCELED", at);
  await sql`
    UPDATE jobs
    SET cancel_reason = ${reasonId}, cancel_comment = ${comment}
    WHERE account_id = ${job.account_id} AND id = ${job.id}`.execute(trx);
  await events.publish(trx, "job.canceled", {
    accountId: job.account_id,
    jobId: job.id,
    reasonId,
    comment,
    by,
    at,
  });
}

function whyNot(state: JobState): string {
  if (state === "CANCELED") return "Задание уже отменено";
  if (state === "INPROGRESS")
    return "Исполнитель уже работает над заданием. Отменить его можно с его согласия: предложите изменить выплату до 0 ₽";
  if (state === "COMPLETED")
    return "Исполнитель уже сдал работу. Примите результат или предложите изменить выплату";
  return `Задание в состоянии «${JOB_STATE.titles[state]}» отменить нельзя`;
}
