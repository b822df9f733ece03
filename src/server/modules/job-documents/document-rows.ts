import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { roleHas } from "#contract/access/role-permissions.ts";
import type { JobDocumentState, JobDocumentType } from "#contract/job-documents/job-document-states.ts";
import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Trx } from "#server/platform/transaction.ts";

/** A document with everything its paper says. */
export interface DocumentRow {
  readonly id: bigint;
  readonly account_id: number;
  readonly type: JobDocumentType;
  readonly state: JobDocumentState;
  readonly number: string;
  readonly document_date: string;
  readonly created_at: Date;
  readonly signed_at: Date | null;
  readonly job_id: bigint | null;
  readonly job_title: string | null;
  readonly description: string | null;
  readonly work_start: string | null;
  readonly work_end: string | null;
  readonly project: { id: number; title: string } | null;
  readonly tags: { id: number; title: string }[];
  readonly amount_kopecks: bigint | null;
  readonly account_name: string;
  readonly account_full_name: string;
  readonly account_inn: string;
  readonly account_kpp: string | null;
  readonly account_ogrn: string | null;
  readonly account_address: string;
  readonly contract_number: string | null;
  readonly contract_date: string | null;
  readonly workman_id: number | null;
  readonly workman_name: string | null;
  readonly workman_inn: string | null;
  readonly taxpayer_type: TaxpayerType | null;
  /** Who of the customer signed, when a registry was confirmed by a code. */
  readonly signer_name: string | null;
  readonly confirmed_at: Date | null;
  readonly tax_receipt_id: string | null;
}

/** `SELECT … FROM job_documents d …`; add WHERE and ORDER. */
export const SELECT_DOCUMENT: RawBuilder<DocumentRow> = sql<DocumentRow>`
  SELECT d.id, d.account_id, d.type, d.state, d.number, d.document_date, d.created_at, d.signed_at, d.job_id, j.title AS job_title, j.description, j.work_start, j.work_end,
    CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'title', g.title) END AS project,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title) ORDER BY t.title) FROM job_tags t WHERE t.account_id = d.account_id AND t.title = ANY (j.tags)), '[]') AS tags,
    coalesce(y.amount_kopecks, j.budget_kopecks) AS amount_kopecks,
    a.short_name AS account_name, a.full_name AS account_full_name, a.inn AS account_inn, a.kpp AS account_kpp, a.ogrn AS account_ogrn, a.legal_address AS account_address,
    a.contract_number, a.contract_date, d.workman_id, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name, w.inn AS workman_inn, w.taxpayer_type,
    signer.name AS signer_name, r.confirmed_at, c.tax_receipt_id
  FROM job_documents d JOIN accounts a ON a.id = d.account_id
  LEFT JOIN jobs j ON j.account_id = d.account_id AND j.id = d.job_id
  LEFT JOIN projects g ON g.account_id = j.account_id AND g.id = j.project_id
  LEFT JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id
  LEFT JOIN registries r ON r.account_id = y.account_id AND r.id = y.registry_id
  LEFT JOIN people signer ON signer.id = r.executed_by
  LEFT JOIN receipts c ON c.account_id = y.account_id AND c.payout_id = y.id AND c.state = 'REGISTERED'
  LEFT JOIN workmen w ON w.id = d.workman_id`;

/** From which side the person reads documents. */
export type Reader = { readonly side: "account"; readonly accountId: number; readonly projectIds: readonly number[] | null } | { readonly side: "workman"; readonly workmanId: number };

/** A person of both sides reads the company's documents while acting for it. */
export function readerOf(actor: Actor): Reader {
  if (actor.accountId !== null && actor.role !== null && roleHas(actor.role, "documents.view")) return { side: "account", accountId: actor.accountId, projectIds: actor.projectIds };
  if (actor.workmanId !== null) return { side: "workman", workmanId: actor.workmanId };
  throw new AppError("forbidden");
}

/** The documents within reach; drafts that nobody has sent are not the worker's yet. */
export function within(reader: Reader): RawBuilder<unknown> {
  if (reader.side === "workman") return sql`d.workman_id = ${reader.workmanId} AND d.state NOT IN ('CREATED', 'SENT')`;
  if (reader.projectIds === null) return sql`d.account_id = ${reader.accountId}`;
  return sql`d.account_id = ${reader.accountId} AND EXISTS (SELECT FROM jobs k WHERE k.account_id = d.account_id AND k.id = d.job_id AND k.project_id = ANY (${reader.projectIds}::integer[]))`;
}

/** @throws AppError `not_found` for an absent document and one out of reach alike. */
export async function loadDocument(trx: Trx, reader: Reader, id: number): Promise<DocumentRow> {
  const { rows } = await sql<DocumentRow>`${SELECT_DOCUMENT} WHERE ${within(reader)} AND d.id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound("Документ не найден");
  return rows[0];
}

/**
 * SHA-256 of what the document says, as hexadecimal: a signature is bound to the content, which a printing library cannot
 * change, and not to the bytes of one PDF.
 */
export function contentHash(row: DocumentRow): string {
  const content = [
    String(row.id), row.type, row.number, row.document_date, String(row.job_id), row.job_title, row.description, row.work_start, row.work_end, String(row.amount_kopecks),
    row.account_full_name, row.account_inn, row.account_kpp, row.account_ogrn, row.contract_number, row.contract_date, row.workman_name, row.workman_inn,
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
