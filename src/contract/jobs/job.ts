import { Type } from "typebox";
import { AccountBrief } from "#contract/briefs/account-brief.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { JOB_PAY_TYPE } from "#contract/definitions/payment-types.ts";
import { Comment, nullable, text } from "#contract/kernel/fields.ts";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { JOB_INVITE_STATE } from "./job-invite-states.ts";
import { JOB_OFFER_STATE } from "./job-offer-states.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { JobTag, MAX_JOB_TAGS, ProjectBrief } from "#contract/projects/project.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { Id } from "#contract/values/ids.ts";
import { SeenVersion } from "#contract/values/seen-version.ts";
import { Definition, Rubles, UnixSeconds } from "#contract/values/wire.ts";
import { WorkmanCard } from "#contract/briefs/workman-brief.ts";
import { JOB_WORKMEN_MAX } from "./job-bounds.ts";
import { JobBrief } from "#contract/briefs/job-brief.ts";
import { JOB_STATE } from "./job-states.ts";
import { JOB_VISIBILITY } from "./job-visibility.ts";

/** Source: specification §3, «Job permission flags». */
export const JobPermissions = Type.Object({
  view: Type.Boolean(),
  manage: Type.Boolean(),
  update: Type.Boolean(),
  publish: Type.Boolean(),
  cancel: Type.Boolean(),
  createAccountReview: Type.Boolean(),
  createWorkmanReview: Type.Boolean(),
  createInvite: Type.Boolean(),
  createJobOffer: Type.Boolean(),
});
export type JobPermissions = Type.Static<typeof JobPermissions>;

const place = Type.Object({ id: Id, title: Type.String(), slug: Type.String() });

/** The offer that got the job, with its act. Source: specification §3, «acceptedJobOffer». */
export const AcceptedJobOffer = Type.Object({
  id: Id,
  workman: WorkmanCard,
  state: definitionOf(JOB_OFFER_STATE),
  amount: Rubles,
  act: nullable(
    Type.Object({ documentID: Id, number: Type.String(), state: definitionOf(JOB_DOCUMENT_STATE) }),
  ),
  payout: nullable(Type.Object({ id: Id, state: definitionOf(PAYOUT_STATE) })),
  receipt: nullable(
    Type.Object({ id: Id, state: definitionOf(RECEIPT_STATE), link: nullable(Type.String()) }),
  ),
});

/** A job in a list of choices. `jobIdent` is the number people say aloud: «З-000123». */
export const JobOption = Type.Object({
  ...JobBrief.properties,
  jobIdent: Type.String(),
  state: definitionOf(JOB_STATE),
});
export type JobOption = Type.Static<typeof JobOption>;

/** A job as lists show it; dates are unix seconds. Source: specification §3, «Job». */
export const JobCard = Type.Object({
  ...JobOption.properties,
  account: AccountBrief,
  service: place,
  serviceGroup: place,
  payType: definitionOf(JOB_PAY_TYPE),
  budget: Rubles,
  city: nullable(Type.Object({ id: Id, title: Type.String() })),
  address: nullable(Type.String()),
  startDate: nullable(UnixSeconds),
  finishDate: UnixSeconds,
  createdDate: UnixSeconds,
  publishedDate: nullable(UnixSeconds),
  visibility: definitionOf(JOB_VISIBILITY),
  /** `visibility` is not ALL. */
  isInviteOnly: Type.Boolean(),
  /** `null` unless the caller's company owns the job. */
  project: nullable(ProjectBrief),
  tags: Type.Array(JobTag),
  offersCount: Type.Integer(),
  invitesCount: Type.Integer(),
  acceptedJobOffer: nullable(AcceptedJobOffer),
  /** The caller's own, when he is a workman. */
  myOffer: nullable(Type.Object({ id: Id, state: definitionOf(JOB_OFFER_STATE), amount: Rubles })),
  myInvite: nullable(Type.Object({ id: Id, state: definitionOf(JOB_INVITE_STATE) })),
  /** Chat messages of the other side this side has not read; 0 for strangers. */
  unreadMessagesCount: Type.Integer(),
  /** `false` when a finished job's payout was cancelled and its receipt reversed. */
  isPaid: Type.Boolean(),
  permissions: JobPermissions,
});
export type JobCard = Type.Static<typeof JobCard>;

export const Job = Type.Object({
  ...JobCard.properties,
  description: Type.String(),
  /** Covers the sum and the terms a workman agrees to by an offer. */
  version: SeenVersion,
  /**
   * Why a workman may not make an offer now, as a sentence for him; `null` when he may, and for
   * everybody else.
   */
  answerObstacle: nullable(Type.String()),
  receiptText: Type.String(),
  isActRequired: Type.Boolean(),
  externalID: nullable(Type.String()),
  registryID: nullable(Id),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  cancelReason: nullable(Definition),
  cancelComment: nullable(Type.String()),
});
export type Job = Type.Static<typeof Job>;

const fields = {
  payType: Type.Optional(JOB_PAY_TYPE.schema),
  startDate: Type.Optional(UnixSeconds),
  cityID: Type.Optional(Id),
  address: Type.Optional(text(1000)),
  projectID: Type.Optional(Id),
  jobTagsIDs: Type.Optional(Type.Array(Id, { maxItems: MAX_JOB_TAGS })),
  receiptText: Type.Optional(text(1000)),
  isActRequired: Type.Optional(Type.Boolean()),
  /** Without it `isInviteOnly` decides between ALL and INVITED. */
  visibility: Type.Optional(JOB_VISIBILITY.schema),
  isInviteOnly: Type.Optional(Type.Boolean()),
};
// The server checks required fields and lengths together with every other rule of a job, so the
// person sees all errors at once; these bounds only keep files out of fields.
const required = {
  title: Type.Optional(text(1000)),
  description: Type.Optional(text(20_000)),
  serviceID: Type.Optional(Id),
  budget: Type.Optional(Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
  finishDate: Type.Optional(UnixSeconds),
};

/**
 * Body of `POST /job/create`: a draft. Required: title, description, service, budget, finish.
 * Bounds: `domain.md` §2.4, §4.3.
 */
export const JobCreate = Type.Object({ ...required, ...fields });
/**
 * Body of `POST /v1/jobs/create-many`. A job has one workman, so a posting for several makes as
 * many jobs, as a registry does. Source: `domain.md` §4.3.
 */
export const JobCreateMany = Type.Object({
  ...JobCreate.properties,
  workmenCount: Type.Integer({ minimum: 1, maximum: JOB_WORKMEN_MAX }),
});
/** Body of `POST /job/update`: the changed fields; `null` clears an optional one. */
export const JobUpdate = Type.Object({
  jobID: Id,
  ...required,
  ...fields,
  startDate: Type.Optional(nullable(UnixSeconds)),
  cityID: Type.Optional(nullable(Id)),
  projectID: Type.Optional(nullable(Id)),
});

/**
 * Jobs per tab of «Мои задания»: the company's own, or those the workman's offer was accepted for.
 * `invites` and `offers` are the workman's unanswered ones, `withOffers` the company's jobs with
 * unanswered offers.
 */
export const JobCounts = Type.Object({
  waiting: Type.Integer(),
  inProgress: Type.Integer(),
  completed: Type.Integer(),
  finished: Type.Integer(),
  withOffers: Type.Integer(),
  invites: Type.Integer(),
  offers: Type.Integer(),
});
export type JobCounts = Type.Static<typeof JobCounts>;

/** What similar jobs of the service cost, and what this one will. */
export const JobEstimate = Type.Object({
  /**
   * Median budget of the service's published and finished jobs of the last 90 days; `null` when
   * there are too few.
   */
  median: nullable(Rubles),
  jobsCount: Type.Integer(),
  /** Of the given budget, by the company's tariff. */
  commission: nullable(Rubles),
  total: nullable(Rubles),
});
export type JobEstimate = Type.Static<typeof JobEstimate>;

const failed = Type.Array(Type.Object({ jobID: Id, message: Type.String() }));

export const MassPublishResult = Type.Object({
  publishedCount: Type.Integer(),
  sentToModerationCount: Type.Integer(),
  failed,
});

export const MassTagResult = Type.Object({ taggedCount: Type.Integer(), failed });

export const MassCancelResult = Type.Object({
  canceledCount: Type.Integer(),
  /**
   * Jobs whose workmen were asked to end the work unpaid; each is cancelled when its workman
   * agrees.
   */
  askedCount: Type.Integer(),
  failed,
});

export const CancelComment = Type.Optional(Comment);
