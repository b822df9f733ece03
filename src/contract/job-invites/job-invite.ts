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
 * An invite to a job. `phone` is masked for the worker's side and for roles without personal data.
 * Source: `domain.md` §2.6.
 */
export const JobInvite = Type.Object({
  id: Id,
  job: JobCard,
  /** `null` while the invited phone is not registered. */
  workman: nullable(WorkmanCard),
  phone: nullable(Type.String()),
  message: nullable(Type.String()),
  state: definitionOf(JOB_INVITE_STATE),
  declineReason: nullable(Definition),
  declineComment: nullable(Type.String()),
  createdAt: Instant,
  expiresAt: Instant,
  /** Of the sum and the terms the worker agrees to. */
  version: SeenVersion,
  permissions: Type.Object({
    accept: Type.Boolean(),
    decline: Type.Boolean(),
    cancel: Type.Boolean(),
  }),
});
export type JobInvite = Type.Static<typeof JobInvite>;

/** Result of inviting several workers: who was invited and who could not be. */
export const InvitesCreated = Type.Object({
  items: Type.Array(JobInvite),
  failed: Type.Array(Type.Object({ workmanID: Id, message: Type.String() })),
});

/**
 * Bounds of one call that invites to several jobs. Decision: each invite is a notice or a message
 * to somebody.
 */
export const MASS_INVITE_MOST = { jobs: 50, workmen: 50, phones: 20 } as const;

/**
 * Result of inviting people to several jobs. Who was refused is named by his id or phone; both are
 * `null` where the job takes nobody.
 */
export const MassInviteResult = Type.Object({
  /** Invites, not people: somebody invited to two jobs counts twice. */
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
