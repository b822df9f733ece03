import { sql } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import type { Permission } from "#contract/access/permissions.ts";
import { LIVE_JOB_OFFER_STATES } from "#contract/jobs/job-offer-states.ts";
import type { JOB_TRANSITIONS, JobState } from "#contract/jobs/job-states.ts";
import type { JobVisibility } from "#contract/jobs/job-visibility.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { moveJobs } from "./actions/move-jobs.ts";

export interface OwnJob {
  readonly account_id: number;
  readonly id: bigint;
  readonly state: JobState;
  readonly title: string;
  readonly description: string;
  readonly service_id: number;
  readonly project_id: number | null;
  readonly budget_kopecks: bigint;
  readonly tags: string[];
  readonly pay_type: "FIXED" | "NEGOTIABLE";
  readonly start_at: Date | null;
  readonly finish_at: Date;
  readonly city_id: number | null;
  readonly address: string | null;
  readonly receipt_text: string | null;
  readonly is_act_required: boolean;
  readonly visibility: JobVisibility;
  readonly workman_id: number | null;
  readonly account_state: string;
  /** No moderation. */
  readonly is_trusted: boolean;
}

/**
 * The job before its parts: no deadlocks.
 *
 * @throws AppError `not_found` — absent, foreign, a payroll job, or out of reach.
 */
export async function lockOwnJob(
  trx: Trx,
  actor: AccountActor,
  permission: Permission,
  id: number | bigint,
): Promise<OwnJob> {
  const job = (await lockOwnJobs(trx, actor, permission, [id]))[0];
  if (!job) throw notFound("Задание не найдено");
  return job;
}

/** In one order; skips foreign ones. */
export async function lockOwnJobs(
  trx: Trx,
  actor: AccountActor,
  permission: Permission,
  ids: readonly (number | bigint)[],
): Promise<OwnJob[]> {
  const { rows } = await sql<OwnJob>`
    SELECT j.*, a.state AS account_state, a.trusted AS is_trusted
    FROM jobs j
    JOIN accounts a ON a.id = j.account_id
    WHERE j.account_id = ${actor.accountId}
      AND j.id = ANY (${numberArray(ids)}::bigint[])
      AND j.kind = 'OFFER'
    ORDER BY j.id
    FOR NO KEY UPDATE OF j`.execute(trx);
  return rows.filter((job) =>
    reaches(actor, permission, { accountId: job.account_id, projectId: job.project_id }),
  );
}

/** @throws AppError `conflict` — with the reason. */
export async function moveJob(
  trx: Trx,
  job: OwnJob,
  action: keyof typeof JOB_TRANSITIONS,
  to: JobState,
  at: Date,
): Promise<void> {
  const [moved] = await moveJobs(trx, {
    accountId: job.account_id,
    jobIds: [job.id],
    action,
    by: "account",
    to,
    at,
  });
  if (moved === undefined)
    throw conflict(
      "Состояние задания только что изменилось. Посмотрите, каким оно стало, и повторите, если это ещё нужно",
    );
}

/** Their open modals warn before they agree. */
export async function announceTerms(trx: Trx, job: OwnJob): Promise<void> {
  const { rows } = await sql<{ person_id: number }>`
    SELECT w.person_id FROM workmen w WHERE w.id IN (
      SELECT o.workman_id
      FROM job_offers o
      WHERE o.account_id = ${job.account_id}
        AND o.job_id = ${job.id}
        AND o.state = ANY (${[...LIVE_JOB_OFFER_STATES]}::text[])
      UNION SELECT i.workman_id
      FROM job_invites i
      WHERE i.account_id = ${job.account_id}
        AND i.job_id = ${job.id}
        AND i.state IN ('SENT', 'VIEWED')) LIMIT ${MOST_TOLD}`.execute(trx);
  for (const { person_id: personId } of rows)
    await announce(trx, { to: `person:${personId}`, resource: "jobs", ids: [Number(job.id)] });
}

/** Each message wakes every web process; others learn by the refusal. */
const MOST_TOLD = 500;

export async function announceJob(trx: Trx, accountId: number, id: bigint): Promise<void> {
  await announceJobs(trx, accountId, [id]);
}

export async function announceJobs(
  trx: Trx,
  accountId: number,
  ids: readonly bigint[],
): Promise<void> {
  await announce(trx, { to: `account:${accountId}`, resource: "jobs", ids: ids.map(Number) });
}
