import { type Actor, reaches } from "#contract/access/actor.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { JobInvite } from "./job-invite.ts";
import { JOB_INVITE_TRANSITIONS, type JobInviteState } from "#contract/jobs/job-invite-states.ts";

/** What the flags of an invite depend on, beside its job. */
export interface JobInviteFacts {
  readonly state: JobInviteState;
  /** `null` while nobody with the invited phone is registered. */
  readonly workmanId: number | null;
  readonly expiresAtSeconds: number;
}

export interface JobInviteJobFacts {
  readonly accountId: number;
  readonly projectId: number | null;
  readonly state: JobState;
}

/**
 * Flags of an invite for the caller. One whose days are over may not be answered, whether or not it
 * has been marked EXPIRED yet. Source: `domain.md` §2.6, «Invite».
 */
export function jobInvitePermissions(
  actor: Actor,
  invite: JobInviteFacts,
  job: JobInviteJobFacts,
  nowSeconds: number,
): JobInvite["permissions"] {
  const isMine = actor.workmanId !== null && actor.workmanId === invite.workmanId;
  const isInTime = invite.expiresAtSeconds > nowSeconds;
  const may = (action: "accept" | "decline" | "cancel", side: "workman" | "account") =>
    isInTime && canTransit(JOB_INVITE_TRANSITIONS, action, invite.state, side);
  return {
    accept: isMine && job.state === "PUBLISHED" && may("accept", "workman"),
    decline: isMine && may("decline", "workman"),
    cancel: may("cancel", "account") && reaches(actor, "offers.manage", job),
  };
}
