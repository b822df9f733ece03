import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import type {
  JobDocumentState,
  JobDocumentType,
} from "#contract/job-documents/job-document-states.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { DocumentBlock } from "#contract/document-templates/document-block.ts";
import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { Actor } from "#server/http/actor.ts";
import { AppError, notFound } from "#server/http/app-error.ts";
import { AWAITS, SIGNS_ITSELF } from "#server/data/act-terms.ts";
import type { Trx } from "#server/data/transaction.ts";

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
  /** Confirmed the registry for the customer. */
  readonly signer_name: string | null;
  readonly confirmed_at: Date | null;
  readonly tax_receipt_id: string | null;
  readonly payout_id: bigint | null;
  readonly payout_state: PayoutState | null;
  readonly receipt_state: ReceiptState | null;
  readonly workman_person_id: number | null;
  readonly result_accepted_at: Date | null;
  readonly reject_reason: string | null;
  readonly reject_comment: string | null;
  readonly awaits: Side | null;
  /** Signed automatically after `act_auto_sign_hours`. */
  readonly signs_itself: boolean;
  /** `null`: the company waits for ever. */
  readonly act_auto_sign_hours: number | null;
  readonly account_signature: Signature | null;
  readonly workman_signature: Signature | null;
  /** Platform acts, with included VAT. */
  readonly period_start: string | null;
  readonly period_end: string | null;
  readonly vat_kopecks: bigint | null;
  /** Corrected act: the month's, and its sums with earlier corrections; kopecks. */
  readonly corrected: {
    readonly number: string | null;
    readonly date: string | null;
    readonly amount: number;
    readonly vat: number;
  } | null;
  /** From a company's template: text with placeholders, values at creation. */
  readonly template: {
    readonly id: number;
    readonly title: string;
    readonly blocks: readonly DocumentBlock[];
  } | null;
  readonly field_values: Readonly<Record<string, string>> | null;
}

export type Side = "account" | "workman";

/** ISO 8601. */
export interface Signature {
  readonly method: "CODE" | "TIME";
  readonly sha256: string;
  readonly signer_name: string;
  readonly phone_masked: string;
  readonly code_id: number | null;
  readonly code_sent_at: string | null;
  readonly message_id: string | null;
  readonly signed_at: string;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly agreement_version: string;
}

const signatureOf = (side: "account" | "workman") => sql`
  (SELECT to_jsonb(s)
    FROM document_signatures s
    WHERE s.account_id = d.account_id AND s.document_id = d.id AND s.side = ${sql.lit(side)})`;

/**
 * `SELECT … FROM job_documents d …`; add WHERE and ORDER. Single values are subqueries: each join
 * doubles the planning time.
 */
export const selectDocuments = (source = sql`job_documents`) => sql<DocumentRow>`
  SELECT d.id, d.account_id, d.type, d.state, d.number, d.document_date, d.created_at, d.signed_at,
    d.job_id, j.title AS job_title, j.description, j.work_start, j.work_end,
    (SELECT jsonb_build_object('id', g.id, 'title', g.title)
      FROM projects g
      WHERE g.account_id = j.account_id AND g.id = j.project_id) AS project,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'title', t.title) ORDER BY t.title)
      FROM job_tags t
      WHERE t.account_id = d.account_id AND t.title = ANY (j.tags)),
      '[]') AS tags,
    coalesce(y.amount_kopecks, j.budget_kopecks, pa.amount_kopecks) AS amount_kopecks,
    a.short_name AS account_name, a.full_name AS account_full_name, a.inn AS account_inn,
      a.kpp AS account_kpp, a.ogrn AS account_ogrn, a.legal_address AS account_address,
    a.contract_number, a.contract_date, d.workman_id,
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name,
      w.inn AS workman_inn, w.taxpayer_type,
    (SELECT name FROM people WHERE id = r.executed_by) AS signer_name, r.confirmed_at,
      CASE WHEN rc.state = 'REGISTERED' THEN rc.tax_receipt_id END AS tax_receipt_id, d.payout_id,
      y.state AS payout_state, rc.state AS receipt_state, w.person_id AS workman_person_id,
    (SELECT o.result_accepted_at
      FROM job_offers o
      WHERE o.account_id = d.account_id AND o.job_id = d.job_id AND o.act_id = d.id) AS result_accepted_at,
      d.reject_reason, d.reject_comment,
    ${AWAITS} AS awaits, ${SIGNS_ITSELF} AS signs_itself, a.act_auto_sign_hours,
    ${signatureOf("account")} AS account_signature, ${signatureOf("workman")} AS workman_signature,
      pa.period_start,
      pa.period_end, pa.vat_kopecks,
    CASE
      WHEN pa.returned_in IS NOT NULL THEN (SELECT jsonb_build_object(
          'number', max(b.number) FILTER (WHERE b.type = 'PLATFORM_ACT'),
          'date', max(b.document_date) FILTER (WHERE b.type = 'PLATFORM_ACT'),
          'amount', coalesce(sum(pb.amount_kopecks), 0), 'vat', coalesce(sum(pb.vat_kopecks), 0))
        FROM platform_acts pb
        JOIN job_documents b ON b.account_id = pb.account_id AND b.id = pb.document_id
        WHERE pb.account_id = pa.account_id
          AND pb.period_start = pa.period_start
          AND pb.document_id < pa.document_id) END AS corrected,
    CASE
      WHEN td.template_id IS NOT NULL THEN (SELECT jsonb_build_object('id', q.id, 'title', q.title,
        'blocks', q.blocks)
        FROM document_templates q
        WHERE q.account_id = td.account_id AND q.id = td.template_id) END AS template,
        td.field_values
  FROM ${source} d JOIN accounts a ON a.id = d.account_id
  LEFT JOIN jobs j ON j.account_id = d.account_id AND j.id = d.job_id
  LEFT JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id
  LEFT JOIN receipts rc ON rc.account_id = d.account_id AND rc.payout_id = d.payout_id
  LEFT JOIN registries r ON r.account_id = y.account_id AND r.id = y.registry_id
  LEFT JOIN platform_acts pa ON pa.account_id = d.account_id AND pa.document_id = d.id
  LEFT JOIN templated_documents td ON td.account_id = d.account_id AND td.document_id = d.id
  LEFT JOIN workmen w ON w.id = d.workman_id`;

export const SELECT_DOCUMENT = selectDocuments();

/** `hasPaper` in SQL, for documents `d`. */
export const HAS_PAPER = sql`
  (d.type IN ('ACT', 'PLATFORM_ACT', 'ACT_CORRECTION')
    OR EXISTS (SELECT FROM templated_documents z
      WHERE z.account_id = d.account_id AND z.document_id = d.id))`;

export type Reader =
  | {
      readonly side: "account";
      readonly accountId: number;
      readonly projectIds: readonly number[] | null;
    }
  | { readonly side: "workman"; readonly workmanId: number };

/** A person of both sides reads the company's while acting for it. */
export function readerOf(actor: Actor): Reader {
  if (actor.accountId !== null && may(actor, "documents.view"))
    return { side: "account", accountId: actor.accountId, projectIds: actor.projectIds };
  if (actor.workmanId !== null) return { side: "workman", workmanId: actor.workmanId };
  throw new AppError("forbidden");
}

/** The company with the right to sign, else the workman. */
export function signerOf(actor: Actor): Reader {
  if (actor.accountId !== null && may(actor, "documents.sign"))
    return { side: "account", accountId: actor.accountId, projectIds: actor.projectIds };
  if (actor.workmanId !== null) return { side: "workman", workmanId: actor.workmanId };
  throw new AppError("forbidden");
}

/** A workman sees what the customer has signed. */
export function documentsWithinReach(reader: Reader): RawBuilder<unknown> {
  if (reader.side === "workman")
    return sql`
      d.workman_id = ${reader.workmanId}
        AND d.state <> 'CREATED'
        AND (d.state <> 'SENT' OR ${AWAITS} = 'workman')`;
  if (reader.projectIds === null) return sql`d.account_id = ${reader.accountId}`;
  return sql`
    d.account_id = ${reader.accountId}
      AND EXISTS (SELECT FROM jobs k
        WHERE k.account_id = d.account_id
          AND k.id = d.job_id
          AND k.project_id = ANY (${reader.projectIds}::integer[]))`;
}

/** @throws AppError `not_found` — absent or out of reach. */
export async function loadDocument(trx: Trx, reader: Reader, id: number): Promise<DocumentRow> {
  const { rows } = await sql<DocumentRow>`
      ${SELECT_DOCUMENT} WHERE ${documentsWithinReach(reader)} AND d.id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound("Документ не найден");
  return rows[0];
}

/**
 * Locked in one order.
 *
 * @throws AppError `not_found` — one is absent or out of reach.
 */
export async function loadDocuments(
  trx: Trx,
  reader: Reader,
  given: readonly number[],
  lock = false,
): Promise<DocumentRow[]> {
  const ids = [...new Set(given)];
  const { rows } = await sql<DocumentRow>`
    ${SELECT_DOCUMENT}
    WHERE ${documentsWithinReach(reader)} AND d.id = ANY (${ids}::bigint[])
    ORDER BY d.id ${lock ? sql`FOR NO KEY UPDATE OF d` : sql``}`.execute(trx);
  if (rows.length !== ids.length) throw notFound("Документ не найден");
  return rows;
}

/** Hexadecimal SHA-256 of the content: bytes of PDFs differ. */
export function contentHash(row: DocumentRow): string {
  const content = [
    String(row.id),
    row.type,
    row.number,
    row.document_date,
    String(row.job_id),
    row.job_title,
    row.description,
    row.work_start,
    row.work_end,
    String(row.amount_kopecks),
    row.account_full_name,
    row.account_inn,
    row.account_kpp,
    row.account_ogrn,
    row.contract_number,
    row.contract_date,
    row.workman_name,
    row.workman_inn,
    ...(row.template === null
      ? []
      : [JSON.stringify(row.template.blocks), JSON.stringify(row.field_values)]),
    ...(row.period_start === null
      ? []
      : [row.period_start, row.period_end, String(row.vat_kopecks)]),
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
