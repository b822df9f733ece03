import { sql, type RawBuilder } from "kysely";
import type { TransitionActor } from "#contract/kernel/define-transitions.ts";
import { JOB_INVITE_TRANSITIONS } from "#contract/jobs/job-invite-states.ts";
import { announce, MOST_NAMED } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

interface InvitesMove {
  readonly where: RawBuilder<unknown>;
  readonly action: Exclude<keyof typeof JOB_INVITE_TRANSITIONS, "create">;
  readonly by: TransitionActor;
  /** Further assignments of SET. */
  readonly set?: RawBuilder<unknown>;
  readonly at: Date;
}

export interface MovedInvite {
  readonly account_id: number;
  readonly id: bigint;
  readonly person_id: number | null;
}

/**
 * A closed invite loses its sealed link.
 *
 * @returns invites that were in a start state.
 */
export async function moveInvites(
  trx: Trx,
  { where, action, by, set, at }: InvitesMove,
): Promise<MovedInvite[]> {
  const move = transition(JOB_INVITE_TRANSITIONS, action, by, { of: "i" });
  const end =
    action === "view" ? sql`` : sql`, answered_at = ${at}, sealed_id = NULL, message_due_at = NULL`;
  const { rows } = await sql<MovedInvite>`
    UPDATE job_invites i
    SET ${move.set} ${end} ${set ? sql`, ${set}` : sql``}
    WHERE ${where} AND ${move.from}
    RETURNING i.account_id, i.id,
      (SELECT w.person_id FROM workmen w WHERE w.id = i.workman_id) AS person_id`.execute(trx);
  await announceInvites(trx, rows);
  return rows;
}

export async function announceInvites(trx: Trx, invites: readonly MovedInvite[]): Promise<void> {
  for (const accountId of new Set(invites.map((one) => one.account_id))) {
    const ids = invites.filter((one) => one.account_id === accountId).map((one) => Number(one.id));
    await announce(trx, { to: `account:${accountId}`, resource: "job-invites", ids });
  }
  for (const { person_id: personId, id } of invites.slice(0, MOST_NAMED)) {
    if (personId !== null)
      await announce(trx, { to: `person:${personId}`, resource: "job-invites", ids: [Number(id)] });
  }
}

/**
 * Decision: with a cancelled job invites EXPIRE (`domain.md` §2.6), so that workmen can still open
 * it and read why. An offer that wins accepts the workman's invite too.
 */
export function listenForJobs(events: ProductEventBus): void {
  events.on("job.assigned", async (trx, { accountId, jobId, workmanId, at }) => {
    const ofJob = sql`i.account_id = ${accountId} AND i.job_id = ${jobId}`;
    await moveInvites(trx, {
      where: sql`${ofJob} AND i.workman_id = ${workmanId}`,
      action: "accept",
      by: "workman",
      at,
    });
    await moveInvites(trx, { where: ofJob, action: "expire", by: "system", at });
  });
  events.on("job.canceled", async (trx, { accountId, jobId, at }) => {
    await moveInvites(trx, {
      where: sql`i.account_id = ${accountId} AND i.job_id = ${jobId}`,
      action: "expire",
      by: "system",
      at,
    });
  });
}
