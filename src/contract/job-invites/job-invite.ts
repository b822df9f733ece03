import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { JobCard } from "#contract/jobs/job.ts";
import { Id } from "#contract/values/ids.ts";
import { SeenVersion } from "#contract/values/seen-version.ts";
import { Definition, Instant } from "#contract/values/wire.ts";
import { WorkmanCard } from "#contract/briefs/workman-brief.ts";
import { JOB_INVITE_STATE } from "#contract/jobs/job-invite-states.ts";

/**
 * `phone` is masked for the workman and for roles without personal data. Source: `domain.md` §2.6.
 */
export const JobInvite = Type.Object({
  id: Id,
  job: JobCard,
  /** `null`: not registered yet. */
  workman: nullable(WorkmanCard),
  phone: nullable(Type.String()),
  message: nullable(Type.String()),
  state: definitionOf(JOB_INVITE_STATE),
  declineReason: nullable(Definition),
  declineComment: nullable(Type.String()),
  createdAt: Instant,
  expiresAt: Instant,
  /** Covers the sum and the terms. */
  version: SeenVersion,
  permissions: Type.Object({
    accept: Type.Boolean(),
    decline: Type.Boolean(),
    cancel: Type.Boolean(),
  }),
});
export type JobInvite = Type.Static<typeof JobInvite>;

export const InvitesCreated = Type.Object({
  items: Type.Array(JobInvite),
  failed: Type.Array(Type.Object({ workmanID: Id, message: Type.String() })),
});

/** Limits of a call. Decision: each invite sends a message. */
export const MASS_INVITE_MOST = { jobs: 50, workmen: 50, phones: 20 } as const;

/** Workman's id or phone; both `null` when the whole job is refused. */
export const MassInviteResult = Type.Object({
  /** A person counts once per job. */
  invitedCount: Type.Integer(),
  failed: Type.Array(
    Type.Object({
      jobID: Id,
      workmanID: nullable(Id),
      phone: nullable(Type.String()),
      message: Type.String(),
    }),
  ),
});
export type MassInviteResult = Type.Static<typeof MassInviteResult>;
