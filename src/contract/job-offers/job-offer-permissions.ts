import { type Actor, reaches } from "#contract/access/actor.ts";
import type { Permission } from "#contract/access/permissions.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { JobOfferPermissions } from "./job-offer.ts";
import { type JobOfferState, MAX_ARBITRATIONS } from "#contract/jobs/job-offer-states.ts";

export interface JobOfferFacts {
  readonly state: JobOfferState;
  readonly workmanId: number;
  readonly receiptState: ReceiptState | null;
  readonly payoutState: PayoutState | null;
  /** Allows to reverse the receipt of paid money. */
  readonly hasRefund: boolean;
  readonly declinedArbitrations: number;
}

export interface JobOfferJobFacts {
  readonly accountId: number;
  readonly projectId: number | null;
  readonly state: JobState;
}

/**
 * @param job - account and project decide how far a role reaches. Source: specification §3, §6;
 * `domain.md` §2.5, «Flags».
 */
export function jobOfferPermissions(
  actor: Actor,
  offer: JobOfferFacts,
  job: JobOfferJobFacts,
): JobOfferPermissions {
  const mine = actor.workmanId !== null && actor.workmanId === offer.workmanId;
  const may = (permission: Permission) => reaches(actor, permission, job);
  const is = (...states: JobOfferState[]) => states.includes(offer.state);
  const chats = mine || may("offers.manage");
  const unpaid = offer.payoutState !== "PAID" || offer.hasRefund;
  return {
    view: mine || may("offers.view"),
    update: mine && is("CREATED") && job.state === "PUBLISHED",
    cancel: (mine && is("CREATED", "ACCEPTED")) || (is("ACCEPTED") && may("offers.manage")),
    accept: is("CREATED") && job.state === "PUBLISHED" && may("offers.manage"),
    startExecution: mine && is("ACCEPTED"),
    finishExecution: is("INPROGRESS") && (mine || may("jobs.manage")),
    resultAccept: is("COMPLETED") && may("results.accept"),
    arbitration:
      is("INPROGRESS", "COMPLETED") &&
      offer.declinedArbitrations < MAX_ARBITRATIONS &&
      may("arbitration.open"),
    arbitrationAccept: mine && is("ARBITRATION"),
    arbitrationDecline: mine && is("ARBITRATION"),
    arbitrationCancel: is("ARBITRATION") && may("arbitration.open"),
    decline: is("CREATED") && may("offers.manage"),
    createChatMessage: chats && !is("ARCHIVED", "REJECTED"),
    reverseReceipt:
      offer.receiptState === "REGISTERED" && unpaid && (mine || may("receipts.reverse")),
  };
}
