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

/** Flags of an offer for the caller. Source: specification §3, «Offer permission flags». */
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
  /** Ours: the call that takes a proposal back has no flag in the specification. */
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
  /** The last moment to answer; nothing changes without an answer. */
  answerUntil: Instant,
  /** How many proposals the worker has declined; after three a moderator decides. */
  declinedCount: Type.Integer(),
  declineComment: nullable(Type.String()),
});

/** An offer of a worker for a job. `amount` is the sum agreed now, in rubles. */
export const JobOffer = Type.Object({
  id: Id,
  job: JobCard,
  workman: WorkmanCard,
  /**
   * How he pays tax, and whether the tax service has confirmed it: what a customer compares answers
   * by.
   */
  taxpayer: Type.Object({
    type: nullable(definitionOf(TAXPAYER_TYPE)),
    isSmzConfirmed: Type.Boolean(),
  }),
  state: definitionOf(JOB_OFFER_STATE),
  amount: Rubles,
  /** Commission of the platform on top of it; `null` for the worker's side. */
  commission: nullable(Rubles),
  message: nullable(Type.String()),
  /** What the worker said of the result when he finished. */
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
  /** What the worker shows of his result. */
  resultFiles: Type.Array(OfferFile),
  createdAt: Instant,
  acceptedAt: nullable(Instant),
  startedAt: nullable(Instant),
  finishedAt: nullable(Instant),
  resultAcceptedAt: nullable(Instant),
  /**
   * Of what the caller agrees to by a command: the sums, the job's terms, to the company the
   * worker's words.
   */
  version: SeenVersion,
  permissions: JobOfferPermissions,
});
export type JobOffer = Type.Static<typeof JobOffer>;

/** Result of accepting many results at once. */
export const MassAcceptResult = Type.Object({
  acceptedCount: Type.Integer(),
  acceptedAmount: Rubles,
  failed: Type.Array(Type.Object({ jobOfferID: Id, message: Type.String() })),
});
