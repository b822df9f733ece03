import { Type } from "typebox";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { AcceptedJobOffer, JobCard } from "#contract/jobs/job.ts";
import { Id } from "#contract/values/ids.ts";
import { SeenVersion } from "#contract/values/seen-version.ts";
import { Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { WorkmanCard } from "#contract/briefs/workman-brief.ts";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { OfferFile } from "./offer-file.ts";

/** Source: specification §3, «Offer permission flags». */
export const JobOfferPermissions = Type.Object({
  view: Type.Boolean(),
  update: Type.Boolean(),
  cancel: Type.Boolean(),
  accept: Type.Boolean(),
  startExecution: Type.Boolean(),
  finishExecution: Type.Boolean(),
  resultAccept: Type.Boolean(),
  arbitration: Type.Boolean(),
  arbitrationAccept: Type.Boolean(),
  arbitrationDecline: Type.Boolean(),
  /** Withdraws a proposal. Not in the specification. */
  arbitrationCancel: Type.Boolean(),
  decline: Type.Boolean(),
  createChatMessage: Type.Boolean(),
  reverseReceipt: Type.Boolean(),
});
export type JobOfferPermissions = Type.Static<typeof JobOfferPermissions>;

/** A proposed change of the payout. Source: `domain.md` §0.1, §2.5. */
const Arbitration = Type.Object({
  amount: Rubles,
  newAmount: Rubles,
  reason: Definition,
  comment: nullable(Type.String()),
  openedAt: Instant,
  /** Unanswered by then, nothing changes. */
  answerUntil: Instant,
  /** After three a moderator decides. */
  declinedCount: Type.Integer(),
  declineComment: nullable(Type.String()),
});

/** `amount`: rubles. */
export const JobOffer = Type.Object({
  id: Id,
  job: JobCard,
  workman: WorkmanCard,
  taxpayer: Type.Object({
    type: nullable(definitionOf(TAXPAYER_TYPE)),
    isSmzConfirmed: Type.Boolean(),
  }),
  state: definitionOf(JOB_OFFER_STATE),
  amount: Rubles,
  /** Beside `amount`; `null` for the workman. */
  commission: nullable(Rubles),
  message: nullable(Type.String()),
  finishComment: nullable(Type.String()),
  declineReason: nullable(Definition),
  declineComment: nullable(Type.String()),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  arbitration: nullable(Arbitration),
  act: AcceptedJobOffer.properties.act,
  payout: AcceptedJobOffer.properties.payout,
  receipt: AcceptedJobOffer.properties.receipt,
  unreadMessagesCount: Type.Integer(),
  resultFiles: Type.Array(OfferFile),
  createdAt: Instant,
  acceptedAt: nullable(Instant),
  startedAt: nullable(Instant),
  finishedAt: nullable(Instant),
  resultAcceptedAt: nullable(Instant),
  /** Covers sums, terms and, for the company, the workman's words. */
  version: SeenVersion,
  permissions: JobOfferPermissions,
  /** Why the asker's limit keeps him from agreeing to the sum he otherwise may accept. */
  limitRefusal: nullable(Type.String()),
});
export type JobOffer = Type.Static<typeof JobOffer>;

export const MassAcceptResult = Type.Object({
  acceptedCount: Type.Integer(),
  acceptedAmount: Rubles,
  failed: Type.Array(Type.Object({ jobOfferID: Id, message: Type.String() })),
});
