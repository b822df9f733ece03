import { sql, type RawBuilder } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import { jobInviteEndpoints as endpoints } from "#contract/job-invites/job-invite-endpoints.ts";
import type { JobInviteState } from "#contract/jobs/job-invite-states.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import { JOB_TERMS, type JobTerms } from "#server/modules/jobs/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { refuseUnseen } from "#server/http/consent.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { assignOffer } from "#server/modules/job-offers/index.ts";
import type { Platform } from "#server/platform.ts";
import { inviteVersion, presentInvites, selectInvites, type InviteRow } from "../queries.ts";
import { moveInvites } from "../actions/move-invites.ts";

interface LockedInvite {
  readonly account_id: number;
  readonly id: bigint;
  readonly job_id: bigint;
  readonly state: JobInviteState;
  readonly expires_at: Date;
  readonly title: string;
  readonly project_id: number | null;
  readonly budget_kopecks: bigint;
  readonly job_terms: JobTerms;
}

export function serveInviteAnswers(serve: Serve, platform: Platform): void {
  const { clock, events } = platform;
  const answer = async (trx: Trx, actor: Actor, invite: LockedInvite): Promise<JobInvite> => {
    const { rows } = await sql<InviteRow>`${selectInvites()} WHERE ${byKey(invite)}`.execute(trx);
    return (await presentInvites(trx, rows, actor, clock.now()))[0] as JobInvite;
  };

  serve(endpoints.view, async ({ actor, params, trx, audit }) => {
    const invite = await lockInvite(
      trx,
      sql`i.workman_id = ${actor.workmanId} AND i.id = ${params.id}`,
    );
    // Repeated or late views change nothing.
    if (invite.expires_at > clock.now())
      await moveInvites(trx, {
        where: byKey(invite),
        action: "view",
        by: "workman",
        at: clock.now(),
      });
    audit({ event: "invite.viewed", accountId: invite.account_id, object: objectOf(invite) });
    return answer(trx, actor, invite);
  });

  serve(endpoints.accept, async ({ actor, params, body, trx, audit }) => {
    const at = clock.now();
    const invite = await lockInvite(
      trx,
      sql`i.workman_id = ${actor.workmanId} AND i.id = ${params.id}`,
    );
    refuseEnded(invite, at);
    refuseUnseen(body.version, inviteVersion(invite));
    await moveInvites(trx, { where: byKey(invite), action: "accept", by: "workman", at });
    const { offerId } = await assignOffer(platform, trx, {
      accountId: invite.account_id,
      jobId: invite.job_id,
      workmanId: actor.workmanId,
      amountKopecks: invite.budget_kopecks,
      by: actor,
      at,
    });
    await events.publish(trx, "invite.accepted", {
      accountId: invite.account_id,
      inviteId: invite.id,
      at,
    });
    audit({
      event: "invite.accepted",
      accountId: invite.account_id,
      object: objectOf(invite),
      before: { state: invite.state },
      after: { state: "ACCEPTED", offerId: Number(offerId) },
    });
    return answer(trx, actor, invite);
  });

  serve(endpoints.decline, async ({ actor, params, body, trx, audit }) => {
    const at = clock.now();
    const invite = await lockInvite(
      trx,
      sql`i.workman_id = ${actor.workmanId} AND i.id = ${params.id}`,
    );
    refuseEnded(invite, at);
    const reason = sql`
      decline_reason = ${body.reasonID ?? null}, decline_comment = ${body.comment?.trim() || null}`;
    await moveInvites(trx, {
      where: byKey(invite),
      action: "decline",
      by: "workman",
      set: reason,
      at,
    });
    await events.publish(trx, "invite.declined", {
      accountId: invite.account_id,
      inviteId: invite.id,
      at,
    });
    audit({
      event: "invite.declined",
      accountId: invite.account_id,
      object: objectOf(invite),
      before: { state: invite.state },
      after: { state: "DECLINED", reasonId: body.reasonID ?? null },
    });
    return answer(trx, actor, invite);
  });

  serve(endpoints.cancel, async ({ actor, params, trx, audit }) => {
    const at = clock.now();
    const invite = await lockInvite(
      trx,
      sql`i.account_id = ${actor.accountId} AND i.id = ${params.id}`,
    );
    if (
      !reaches(actor, "offers.manage", {
        accountId: invite.account_id,
        projectId: invite.project_id,
      })
    )
      throw notFound(ABSENT);
    refuseEnded(invite, at);
    await moveInvites(trx, { where: byKey(invite), action: "cancel", by: "account", at });
    await events.publish(trx, "invite.canceled", {
      accountId: invite.account_id,
      inviteId: invite.id,
      at,
    });
    audit({
      event: "invite.canceled",
      object: objectOf(invite),
      before: { state: invite.state },
      after: { state: "CANCELED" },
    });
    return answer(trx, actor, invite);
  });
}

const ABSENT = "Приглашение не найдено";

/**
 * Locks the job first: concurrent answers wait there.
 *
 * @throws AppError `not_found` — absent or foreign.
 */
async function lockInvite(trx: Trx, where: RawBuilder<unknown>): Promise<LockedInvite> {
  const { rows: keys } = await sql<{
    account_id: number;
    id: bigint;
    job_id: bigint;
  }>`SELECT i.account_id, i.id, i.job_id FROM job_invites i WHERE ${where}`.execute(trx);
  const key = keys[0];
  if (!key) throw notFound(ABSENT);
  await sql`
    SELECT 1 FROM jobs WHERE account_id = ${key.account_id} AND id = ${key.job_id} FOR NO KEY UPDATE`.execute(
    trx,
  );
  const { rows } = await sql<LockedInvite>`
    SELECT i.account_id, i.id, i.job_id, i.state, i.expires_at, j.title, j.project_id,
      j.budget_kopecks, ${JOB_TERMS} AS job_terms
    FROM job_invites i
    JOIN jobs j ON j.account_id = i.account_id AND j.id = i.job_id
    WHERE ${byKey(key)}
    FOR NO KEY UPDATE OF i`.execute(trx);
  return rows[0] as LockedInvite;
}

const ENDED: Partial<Record<JobInviteState, string>> = {
  ACCEPTED: "Приглашение уже принято",
  DECLINED: "Приглашение уже отклонено",
  CANCELED: "Заказчик отменил приглашение",
  EXPIRED: "Приглашение больше не действует: срок истёк или задание закрыто",
};

/** @throws AppError `conflict`. */
function refuseEnded({ state, expires_at: expiresAt }: LockedInvite, now: Date): void {
  const reason = ENDED[state] ?? (expiresAt <= now ? ENDED.EXPIRED : undefined);
  if (reason) throw conflict(reason);
}

function byKey({
  account_id: accountId,
  id,
}: {
  readonly account_id: number;
  readonly id: bigint;
}): RawBuilder<unknown> {
  return sql`i.account_id = ${accountId} AND i.id = ${id}`;
}

function objectOf({ id, title }: LockedInvite) {
  return { type: "job-invite", id: Number(id), title };
}
