import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import type { workmanDocumentEndpoints } from "#contract/workman-documents/workman-document-endpoints.ts";
import {
  WORKMAN_DOCUMENT_STATE,
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentState,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import type { Secrets } from "#server/data/secrets.ts";

export type WorkmanDocument = AnswerOf<typeof workmanDocumentEndpoints.list>["items"][number];

export interface DocumentRow {
  readonly id: number;
  readonly type: WorkmanDocumentType;
  readonly state: WorkmanDocumentState;
  readonly sealed_number: Buffer | null;
  readonly expire_date: string | null;
  readonly file_name: string | null;
  readonly storage_key: string | null;
  readonly content_type: string | null;
  readonly reject_reason: string | null;
  readonly reject_comment: string | null;
  readonly created_at: Date;
}

/** Add WHERE. */
export const SELECT_DOCUMENT: RawBuilder<DocumentRow> = sql<DocumentRow>`
  SELECT d.id, d.type, d.state, d.sealed_number, d.expire_date, f.name AS file_name, f.storage_key,
    f.content_type, d.reject_reason, d.reject_comment, d.created_at
  FROM workman_documents d LEFT JOIN files f ON f.id = d.file_id`;

export function presentWorkmanDocument(
  row: DocumentRow,
  isRequired: boolean,
  secrets: Secrets,
): WorkmanDocument {
  const {
    id,
    type,
    state,
    sealed_number: sealed,
    expire_date: expireDate,
    file_name: fileName,
    reject_reason: reason,
    reject_comment: rejectComment,
    created_at: createdAt,
  } = row;
  return {
    id,
    type: definitionFor(WORKMAN_DOCUMENT_TYPE, type),
    state: definitionFor(WORKMAN_DOCUMENT_STATE, state),
    isRequired,
    number: sealed === null ? null : secrets.unseal(sealed),
    expireDate,
    fileName,
    rejectReason:
      reason !== null && REASONS.workmanReject.has(reason)
        ? definitionFor(REASONS.workmanReject, reason)
        : null,
    rejectComment,
    uploadedAt: createdAt.toISOString(),
  };
}

export function missingDocument(type: WorkmanDocumentType): WorkmanDocument {
  return {
    id: null,
    type: definitionFor(WORKMAN_DOCUMENT_TYPE, type),
    state: null,
    isRequired: true,
    number: null,
    expireDate: null,
    fileName: null,
    rejectReason: null,
    rejectComment: null,
    uploadedAt: null,
  };
}
