import { roleHas } from "#contract/access/role-permissions.ts";
import { canTransit } from "#contract/definitions/define-transitions.ts";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { JOB_DOCUMENT_STATE, JOB_DOCUMENT_TRANSITIONS, JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Actor } from "#server/platform/actor.ts";
import { contentHash, type DocumentRow, type Reader } from "./document-rows.ts";

/** «Акт № 123 от 05.03.2026»: in lists, in the footer of the paper, and the name of its file. */
export function titleOf(row: DocumentRow): string {
  return `${JOB_DOCUMENT_TYPE.titles[row.type]} № ${row.number} от ${formatDate(row.document_date)}`;
}

const SIGNED: ReadonlySet<string> = new Set(["SIGNED", "AUTO_SIGNED", "ANNULLED"]);

export function isSigned(row: DocumentRow): boolean {
  return row.signed_at !== null && SIGNED.has(row.state);
}

export function presentDocument(row: DocumentRow, reader: Reader, actor: Actor): JobDocument {
  const signedAt = isSigned(row) ? (row.signed_at?.toISOString() ?? null) : null;
  const isCustomer = reader.side === "account";
  const maySign = !isCustomer || (actor.role !== null && roleHas(actor.role, "documents.sign"));
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
    // How the customer sorts his work is not the worker's business.
    project: isCustomer ? row.project : null,
    tags: isCustomer ? row.tags : [],
    sha256: contentHash(row),
    signedBySenderAt: row.confirmed_at && isSigned(row) ? row.confirmed_at.toISOString() : signedAt,
    signedByRecipientAt: signedAt,
    autoSignAt: null,
    expiresAt: null,
    rejectReason: null,
    rejectComment: null,
    createdAt: row.created_at.toISOString(),
    permissions: {
      download: row.type === "ACT",
      sign: maySign && canTransit(JOB_DOCUMENT_TRANSITIONS, isCustomer ? "signBySender" : "signByRecipient", row.state, isCustomer ? "account" : "workman"),
      reject: !isCustomer && canTransit(JOB_DOCUMENT_TRANSITIONS, "rejectByRecipient", row.state, "workman"),
    },
  };
}
