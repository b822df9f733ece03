import type { Kysely } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { overLimit } from "#contract/approvals/accept-limit.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { jobOfferPermissions } from "#contract/job-offers/job-offer-permissions.ts";
import { offerStateOf, type JobOfferState } from "#contract/jobs/job-offer-states.ts";
import type { JobOffer, JobOfferPermissions } from "#contract/job-offers/job-offer.ts";
import type { JobCard } from "#contract/jobs/job.ts";
import { PAYOUT_STATE, type PayoutState } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE, type ReceiptState } from "#contract/receipts/receipt-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { acceptLimit } from "#server/modules/accounts/index.ts";
import { loadJobCards } from "#server/modules/jobs/index.ts";
import { presentWorkmanCard, shownReceiptLink } from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";
import type { JobState } from "#contract/jobs/job-states.ts";
import type { ArbitrationRow, OfferRow } from "./queries.ts";
import { commissionOfOffer, offerVersion } from "./offer-version.ts";

export async function presentOffers(
  db: Kysely<Schema>,
  rows: readonly OfferRow[],
  actor: Actor,
  now: Date,
): Promise<JobOffer[]> {
  const jobOf = await loadJobCards(db, actor, rows, now);
  const { accountId } = actor;
  const limit = accountId === null ? null : await acceptLimit(db, { ...actor, accountId });
  return rows.map((row) => presentOffer(row, jobOf(row), actor, limit));
}

function presentOffer(
  row: OfferRow,
  job: JobCard,
  actor: Actor,
  limitKopecks: bigint | null,
): JobOffer {
  const mine = actor.workmanId === row.workman_id;
  const { act, payout, receipt } = row;
  const permissions = offerFlags(
    { ...row, payout_state: payout?.state ?? null, receipt_state: receipt?.state ?? null },
    actor,
  );
  return {
    id: Number(row.id),
    job,
    workman: presentWorkmanCard(row.workman, actor),
    taxpayer: {
      type: row.taxpayer_type && definitionFor(TAXPAYER_TYPE, row.taxpayer_type),
      isSmzConfirmed: row.smz_state === "OK",
    },
    state: offerStateOf(row.state, row.ended_by),
    amount: kopecksToRubles(row.amount_kopecks),
    commission: mine ? null : kopecksToRubles(commissionOfOffer(row)),
    message: row.message,
    finishComment: row.finish_comment,
    declineReason: reasonOf(
      row.state === "CANCELED" ? REASONS.declineByWorkman : REASONS.offerDeclineByAccount,
      row.decline_reason,
    ),
    declineComment: row.decline_comment,
    rejectReason: reasonOf(REASONS.offerReject, row.reject_reason),
    rejectComment: row.reject_comment,
    arbitration: row.arbitration && presentArbitration(row.arbitration, row.declined_arbitrations),
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
              workmanId: row.workman_id,
              inn: receipt.inn,
              receiptId: receipt.taxReceiptId,
            }),
          }
        : null,
    unreadMessagesCount: mine ? row.workman_unread : row.account_unread,
    resultFiles: [...row.result_files],
    createdAt: row.created_at.toISOString(),
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    resultAcceptedAt: row.result_accepted_at?.toISOString() ?? null,
    version: offerVersion(row, mine ? "workman" : "account"),
    permissions,
    limitRefusal:
      permissions.accept || permissions.resultAccept
        ? (overLimit(limitKopecks, row.amount_kopecks) ?? null)
        : null,
  };
}

export interface FlagRow {
  readonly account_id: number;
  readonly workman_id: number;
  readonly state: JobOfferState;
  readonly project_id: number | null;
  readonly job_state: JobState;
  readonly payout_state: PayoutState | null;
  readonly receipt_state: ReceiptState | null;
  readonly declined_arbitrations: number;
}

export function offerFlags(row: FlagRow, actor: Actor): JobOfferPermissions {
  const facts = {
    state: row.state,
    workmanId: row.workman_id,
    receiptState: row.receipt_state,
    payoutState: row.payout_state,
    hasRefund: false,
    declinedArbitrations: row.declined_arbitrations,
  };
  return jobOfferPermissions(actor, facts, {
    accountId: row.account_id,
    projectId: row.project_id,
    state: row.job_state,
  });
}

function presentArbitration(
  row: ArbitrationRow,
  declinedCount: number,
): NonNullable<JobOffer["arbitration"]> {
  return {
    amount: kopecksToRubles(BigInt(row.amountKopecks)),
    newAmount: kopecksToRubles(BigInt(row.newAmountKopecks)),
    reason:
      reasonOf(REASONS.arbitration, row.reason) ?? definitionFor(REASONS.arbitration, "OTHER"),
    comment: row.comment,
    openedAt: new Date(row.openedAt).toISOString(),
    answerUntil: new Date(row.answerUntil).toISOString(),
    declinedCount,
    declineComment: row.declineComment,
  };
}

function reasonOf(
  list: { readonly definitions: readonly { readonly id: string; readonly title: string }[] },
  id: string | null,
): { id: string; title: string } | null {
  return list.definitions.find((one) => one.id === id) ?? null;
}
