import { reaches } from "#contract/access/actor.ts";
import { refuseOverLimit } from "#server/modules/accounts/index.ts";
import {
  lockOwnJob,
  needsModerator,
  type OwnJob,
  publishJob,
  refuseIdleCompany,
} from "#server/modules/jobs/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

/** @throws AppError `not_found`; errors of `openForInvites`. */
export async function lockInvitableJob(
  trx: Trx,
  events: ProductEventBus,
  actor: AccountActor,
  id: number,
  at: Date,
): Promise<OwnJob> {
  return openForInvites(trx, events, actor, await lockOwnJob(trx, actor, "offers.manage", id), at);
}

/**
 * Decision: inviting to a draft publishes it (`domain.md` §2.4), so that invited people do not see
 * it change.
 *
 * @throws AppError `conflict` — nobody can be invited, needs moderation first, or its budget, which
 * an accepted invite binds the company to, is over the actor's limit; `invalid` — an incomplete
 * draft.
 */
export async function openForInvites(
  trx: Trx,
  events: ProductEventBus,
  actor: AccountActor,
  job: OwnJob,
  at: Date,
): Promise<OwnJob> {
  refuseIdleCompany(job.account_state, "invite");
  await refuseOverLimit(trx, actor, job.budget_kopecks);
  if (job.state === "PUBLISHED") return job;
  if (job.state === "MODERATION")
    throw conflict(
      "Задание на проверке у модератора. Пригласить исполнителей можно будет после неё",
    );
  if (job.state === "REJECTED")
    throw conflict("Модератор отклонил задание. Исправьте его и опубликуйте снова");
  if (job.state !== "DRAFT")
    throw conflict(
      "Задание уже не ищет исполнителя. Приглашать можно только в опубликованное задание",
    );
  if (
    needsModerator(job) ||
    !reaches(actor, "jobs.manage", { accountId: job.account_id, projectId: job.project_id })
  )
    throw conflict("Сначала опубликуйте задание");
  return { ...job, state: await publishJob(trx, events, job, actor.personId, at) };
}
