import { type Actor, reaches } from "#contract/access/actor.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { JobInvite } from "./job-invite.ts";
import { JOB_INVITE_TRANSITIONS, type JobInviteState } from "#contract/jobs/job-invite-states.ts";

export interface JobInviteFacts {
  readonly state: JobInviteState;
  /** `null`: not registered yet. */
  readonly workmanId: number | null;
  readonly expiresAtSeconds: number;
}

export interface JobInviteJobFacts {
  readonly accountId: number;
  readonly projectId: number | null;
  readonly state: JobState;
}

/** No answer after the end, even before EXPIRED is set. Source: `domain.md` §2.6, «Invite». */
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
