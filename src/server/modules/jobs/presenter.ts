import { reaches } from "#contract/access/actor.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { JOB_PAY_TYPE } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { JOB_INVITE_STATE } from "#contract/jobs/job-invite-states.ts";
import {
  JOB_OFFER_STATE,
  LIVE_JOB_OFFER_STATES,
  offerStateOf,
} from "#contract/jobs/job-offer-states.ts";
import {
  answerRefusal,
  type JobActor,
  type JobFacts,
  jobPermissions,
} from "#contract/jobs/job-permissions.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { isInviteOnly, JOB_VISIBILITY, type JobVisibility } from "#contract/jobs/job-visibility.ts";
import type { Job, JobCard, JobPermissions } from "#contract/jobs/job.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import {
  presentWorkmanCard,
  readWorkingFacts,
  shownReceiptLink,
} from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { jobIdentOf } from "./job-ident.ts";
import type { AcceptedOfferRow, JobRow } from "./queries.ts";
import { jobVersion } from "./job-terms.ts";

interface View {
  readonly isOwn: boolean;
  /** Customer or the job's workman. */
  readonly isParty: boolean;
  readonly seesOffers: boolean;
}

export function presentJobCard(row: JobRow, actor: Actor | null, now: Date): JobCard {
  const view = viewOf(row, actor);
  const id = Number(row.id);
  return {
    id,
    title: row.title,
    jobIdent: jobIdentOf(row.id),
    state: definitionFor(JOB_STATE, row.state),
    account: { id: row.account_id, companyDetailsName: row.account_name, logoPicture: null },
    service: row.service,
    serviceGroup: row.service_group,
    payType: definitionFor(JOB_PAY_TYPE, row.pay_type ?? "FIXED"),
    budget: kopecksToRubles(row.budget_kopecks),
    city: row.city,
    address: row.address,
    startDate: row.start_at
      ? secondsOf(row.start_at)
      : row.work_start
        ? secondsOf(moscowDay(row.work_start))
        : null,
    // Payroll jobs have dates only.
    finishDate: secondsOf(
      row.finish_at ?? (row.work_end ? moscowDay(row.work_end) : row.created_at),
    ),
    createdDate: secondsOf(row.created_at),
    publishedDate: row.published_at && secondsOf(row.published_at),
    visibility: definitionFor(JOB_VISIBILITY, visibilityOf(row)),
    isInviteOnly: isInviteOnly(visibilityOf(row)),
    project: view.isOwn ? row.project : null,
    tags: view.isOwn ? row.tags : [],
    offersCount: row.offers_count,
    newOffersCount: view.seesOffers ? row.new_offers_count : 0,
    invitesCount: view.isOwn ? row.invites_count : 0,
    acceptedJobOffer:
      view.isParty && row.accepted_offer ? presentAcceptedOffer(row.accepted_offer, actor) : null,
    myOffer: row.my_offer && {
      id: row.my_offer.id,
      state: offerStateOf(row.my_offer.state, row.my_offer.endedBy),
      amount: kopecksToRubles(BigInt(row.my_offer.amountKopecks)),
    },
    myInvite: row.my_invite && {
      id: row.my_invite.id,
      state: definitionFor(JOB_INVITE_STATE, row.my_invite.state),
    },
    unreadMessagesCount: (view.seesOffers ? row.account_unread : 0) + row.workman_unread,
    isPaid: row.state === "FINISHED" && row.accepted_offer?.payout?.state !== "CANCELED",
    permissions: permissionsOf(row, actor, now),
  };
}

export function presentJob(row: JobRow, actor: Actor | null, now: Date): Job {
  const { isOwn, isParty } = viewOf(row, actor);
  return {
    ...presentJobCard(row, actor, now),
    description: row.description,
    version: jobVersion(row),
    answerObstacle: answerRefusalOf(row, actor),
    receiptText: row.receipt_text ?? row.default_receipt_text,
    isActRequired: row.is_act_required ?? true,
    externalID: isOwn ? row.external_id : null,
    registryID: isOwn ? row.registry_id : null,
    rejectReason: isOwn ? reasonOf(REASONS.jobReject, row.reject_reason) : null,
    rejectComment: isOwn ? row.reject_comment : null,
    cancelReason:
      isParty || row.my_offer || row.my_invite
        ? reasonOf(REASONS.jobCancel, row.cancel_reason)
        : null,
    cancelComment: isParty ? row.cancel_comment : null,
  };
}

/** `view` depends on the company's state. */
export function permissionsOf(row: JobRow, actor: Actor | null, now: Date): JobPermissions {
  const flags = jobPermissions(
    actor && actorOf(row, actor),
    factsOf(row),
    Math.floor(now.getTime() / 1000),
  );
  if (row.account_state === "ACTIVE" || viewOf(row, actor).isParty || row.my_offer || row.my_invite)
    return flags;
  return { ...flags, view: false, createJobOffer: false };
}

export function answerRefusalOf(row: JobRow, actor: Actor | null): string | null {
  if (actor === null || actor.workmanId === null) return null;
  if (row.account_state !== "ACTIVE")
    return "Заказчик сейчас не может давать задания. Выберите другое задание";
  return answerRefusal(actorOf(row, actor), factsOf(row));
}

function actorOf(row: JobRow, actor: Actor): JobActor {
  return { ...actor, workman: readWorkingFacts(row.my_workman) };
}

function factsOf(row: JobRow): JobFacts {
  return {
    state: row.state,
    accountId: row.account_id,
    projectId: row.project_id,
    visibility: visibilityOf(row),
    acceptedWorkmanId: row.workman_id,
    finishedAtSeconds: row.finished_at && secondsOf(row.finished_at),
    hasAccountReview: row.has_account_review,
    hasWorkmanReview: row.has_workman_review,
    mine: {
      hasOffer: row.my_offer !== null,
      hasLiveOffer: row.my_offer !== null && LIVE_JOB_OFFER_STATES.includes(row.my_offer.state),
      hasInvite: row.my_invite !== null,
      isFavourite: row.is_favourite,
      isBlacklisted: row.is_blacklisted,
    },
    fixedKopecks: row.pay_type === "NEGOTIABLE" ? null : row.budget_kopecks,
    allowedTaxpayerTypes: row.allowed_taxpayer_types,
  };
}

/** Payroll jobs have none. */
function visibilityOf({ visibility }: JobRow): JobVisibility {
  return visibility ?? "ALL";
}

function viewOf(row: JobRow, actor: Actor | null): View {
  const job = { accountId: row.account_id, projectId: row.project_id };
  const isOwn = actor !== null && reaches(actor, "jobs.view", job);
  return {
    isOwn,
    seesOffers: actor !== null && reaches(actor, "offers.view", job),
    isParty:
      isOwn || (actor !== null && actor.workmanId !== null && actor.workmanId === row.workman_id),
  };
}

function presentAcceptedOffer(
  offer: AcceptedOfferRow,
  actor: Actor | null,
): NonNullable<JobCard["acceptedJobOffer"]> {
  const { workman, act, payout, receipt } = offer;
  return {
    id: offer.id,
    workman: presentWorkmanCard(workman, actor),
    state: definitionFor(JOB_OFFER_STATE, offer.state),
    amount: kopecksToRubles(BigInt(offer.amountKopecks)),
    act: act && {
      documentID: act.documentID,
      number: act.number,
      state: definitionFor(JOB_DOCUMENT_STATE, act.state),
    },
    payout: payout && { id: payout.id, state: definitionFor(PAYOUT_STATE, payout.state) },
    receipt:
      receipt && payout
        ? {
            id: payout.id,
            state: definitionFor(RECEIPT_STATE, receipt.state),
            link: shownReceiptLink(actor, {
              workmanId: workman.id,
              inn: receipt.inn,
              receiptId: receipt.taxReceiptId,
            }),
          }
        : null,
  };
}

function reasonOf(
  list: { readonly definitions: readonly { readonly id: string; readonly title: string }[] },
  id: string | null,
): { id: string; title: string } | null {
  return list.definitions.find((one) => one.id === id) ?? null;
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** Moscow midnight. */
function moscowDay(day: string): Date {
  return new Date(`${day}T00:00:00+03:00`);
}
