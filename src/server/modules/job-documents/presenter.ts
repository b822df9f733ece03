import { returnedPayoutNote } from "#contract/payouts/returned-payout.ts";
import { may } from "#contract/access/access.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import {
  DOCUMENT_SIGN_DAYS,
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TRANSITIONS,
  JOB_DOCUMENT_TYPE,
} from "#contract/job-documents/job-document-states.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Actor } from "#server/http/actor.ts";
import { contentHash, type DocumentRow, type Reader } from "./queries.ts";

/** «Акт № 123 от 05.03.2026». */
export function titleOf(row: DocumentRow): string {
  const title =
    row.type === "OTHER" && row.template ? row.template.title : JOB_DOCUMENT_TYPE.titles[row.type];
  return `${title} № ${row.number} от ${formatDate(row.document_date)}`;
}

const HOUR_MS = 3_600_000;
const SIGNED: ReadonlySet<string> = new Set(["SIGNED", "AUTO_SIGNED", "ANNULLED"]);

function isSigned(row: DocumentRow): boolean {
  return row.signed_at !== null && SIGNED.has(row.state);
}

export function hasPaper(row: DocumentRow): boolean {
  return row.type === "ACT" || row.period_start !== null || row.template !== null;
}

/** By code, by confirming a registry or accepting a result. */
export function senderSignedAt(row: DocumentRow): Date | null {
  if (row.account_signature) return new Date(row.account_signature.signed_at);
  if (row.awaits === "account" || row.state === "CREATED") return null;
  return (
    row.confirmed_at ??
    row.result_accepted_at ??
    row.signed_at ??
    (row.payout_id === null ? null : row.created_at)
  );
}

export function recipientSignedAt(row: DocumentRow): Date | null {
  if (row.workman_signature) return new Date(row.workman_signature.signed_at);
  return isSigned(row) && row.workman_id !== null ? row.signed_at : null;
}

function awaitedSince(row: DocumentRow): Date {
  return row.account_signature ? new Date(row.account_signature.signed_at) : row.created_at;
}

export function presentDocument(row: DocumentRow, reader: Reader, actor: Actor): JobDocument {
  const isCustomer = reader.side === "account";
  const maySign = !isCustomer || may(actor, "documents.sign");
  const reason = row.reject_reason as keyof typeof REASONS.actReject.titles | null;
  return {
    id: Number(row.id),
    type: definitionFor(JOB_DOCUMENT_TYPE, row.type),
    state: definitionFor(JOB_DOCUMENT_STATE, row.state),
    number: row.number,
    date: row.document_date,
    title: titleOf(row),
    amount: row.amount_kopecks === null ? null : kopecksToRubles(row.amount_kopecks),
    job: row.job_id === null ? null : { id: Number(row.job_id), title: row.job_title ?? "" },
    account: { id: row.account_id, companyDetailsName: row.account_name, logoPicture: null },
    workman: row.workman_id === null ? null : { id: row.workman_id, name: row.workman_name ?? "" },
    // The customer's own.
    project: isCustomer ? row.project : null,
    tags: isCustomer ? row.tags : [],
    sha256: contentHash(row),
    signedBySenderAt: senderSignedAt(row)?.toISOString() ?? null,
    signedByRecipientAt: recipientSignedAt(row)?.toISOString() ?? null,
    autoSignAt:
      row.awaits === "workman" && row.signs_itself && row.act_auto_sign_hours !== null
        ? new Date(awaitedSince(row).getTime() + row.act_auto_sign_hours * HOUR_MS).toISOString()
        : null,
    payoutNote:
      isCustomer && row.type === "ACT"
        ? returnedPayoutNote(row.payout_state, row.receipt_state)
        : null,
    expiresAt: row.awaits
      ? new Date(row.created_at.getTime() + DOCUMENT_SIGN_DAYS * 24 * HOUR_MS).toISOString()
      : null,
    awaits: row.awaits,
    awaitedSince:
      row.awaits === null
        ? null
        : (row.awaits === "account" ? row.created_at : awaitedSince(row)).toISOString(),
    rejectReason: reason && definitionFor(REASONS.actReject, reason),
    rejectComment: row.reject_comment,
    createdAt: row.created_at.toISOString(),
    permissions: {
      download: hasPaper(row),
      sign:
        maySign &&
        hasPaper(row) &&
        row.awaits === reader.side &&
        canTransit(
          JOB_DOCUMENT_TRANSITIONS,
          isCustomer ? "signBySender" : "signByRecipient",
          row.state,
          isCustomer ? "account" : "workman",
        ),
      reject:
        maySign &&
        row.awaits === reader.side &&
        canTransit(
          JOB_DOCUMENT_TRANSITIONS,
          isCustomer ? "rejectBySender" : "rejectByRecipient",
          row.state,
          isCustomer ? "account" : "workman",
        ),
    },
  };
}
