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

/** Source: specification §3, «acceptedJobOffer». */
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

/** `jobIdent`: «З-000123». */
export const JobOption = Type.Object({
  ...JobBrief.properties,
  jobIdent: Type.String(),
  state: definitionOf(JOB_STATE),
});
export type JobOption = Type.Static<typeof JobOption>;

/** Dates are unix seconds. Source: specification §3, «Job». */
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
  isInviteOnly: Type.Boolean(),
  /** `null` for other companies. */
  project: nullable(ProjectBrief),
  tags: Type.Array(JobTag),
  /** For the company all that its list names, for others those that were not withdrawn. */
  offersCount: Type.Integer(),
  /** Of these, those that wait for the company's answer; 0 for others. */
  newOffersCount: Type.Integer(),
  invitesCount: Type.Integer(),
  acceptedJobOffer: nullable(AcceptedJobOffer),
  myOffer: nullable(Type.Object({ id: Id, state: definitionOf(JOB_OFFER_STATE), amount: Rubles })),
  myInvite: nullable(Type.Object({ id: Id, state: definitionOf(JOB_INVITE_STATE) })),
  /** Unread by this side; 0 for strangers. */
  unreadMessagesCount: Type.Integer(),
  /** `false` when the payout was cancelled and its receipt reversed. */
  isPaid: Type.Boolean(),
  permissions: JobPermissions,
});
export type JobCard = Type.Static<typeof JobCard>;

export const Job = Type.Object({
  ...JobCard.properties,
  description: Type.String(),
  /** Covers the sum and terms an offer agrees to. */
  version: SeenVersion,
  /** Why a workman may not make an offer, in Russian; `null` for others. */
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
// These bounds only keep files out of fields: the service checks all rules at once, so the person
// sees every error.
const required = {
  title: Type.Optional(text(1000)),
  description: Type.Optional(text(20_000)),
  serviceID: Type.Optional(Id),
  budget: Type.Optional(Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
  finishDate: Type.Optional(UnixSeconds),
};

/** A draft. Bounds: `domain.md` §2.4, §4.3. */
export const JobCreate = Type.Object({ ...required, ...fields });
/** One job per workman. Source: `domain.md` §4.3. */
export const JobCreateMany = Type.Object({
  ...JobCreate.properties,
  workmenCount: Type.Integer({ minimum: 1, maximum: JOB_WORKMEN_MAX }),
});
/** `null` clears an optional field. */
export const JobUpdate = Type.Object({
  jobID: Id,
  ...required,
  ...fields,
  startDate: Type.Optional(nullable(UnixSeconds)),
  cityID: Type.Optional(nullable(Id)),
  projectID: Type.Optional(nullable(Id)),
});

/**
 * Jobs of each list of «Мои задания». `invites`, `offers`: where a workman is invited, where his
 * offer is not accepted; `withOffers`: a company's with unanswered offers.
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

export const JobEstimate = Type.Object({
  /** Budgets of the service in 90 days; `null`: too few. */
  median: nullable(Rubles),
  jobsCount: Type.Integer(),
  /** By the company's tariff. */
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
  /** Cancelled when their workmen agree to end them unpaid. */
  askedCount: Type.Integer(),
  failed,
});

export const CancelComment = Type.Optional(Comment);
