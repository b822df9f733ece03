import { sql } from "kysely";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import type { JobDocumentState } from "#contract/job-documents/job-document-states.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import type { ReceiptState } from "#contract/receipts/receipt-states.ts";
import { CHOSEN_CARD } from "#server/money/destinations/index.ts";
import { PAYOUT_ORDERS } from "./bank-orders.ts";
import { RECEIPT_INN } from "#server/data/receipt-inn.ts";
import { registryTitleOf } from "#server/data/registry-title.ts";

export interface PayoutRow {
  readonly id: bigint;
  readonly account_id: number;
  readonly project_id: number | null;
  readonly state: PayoutState;
  readonly kind: PayoutKind;
  readonly amount_kopecks: bigint;
  readonly tax_reserved_kopecks: bigint;
  readonly debt_taken_kopecks: bigint;
  readonly attempt: number;
  readonly failure_code: string | null;
  readonly registry_id: number | null;
  readonly registry_number: number | null;
  readonly registry_title: string | null;
  readonly job_id: bigint;
  readonly job_title: string;
  readonly workman_id: number;
  readonly workman_name: string;
  readonly account_name: string;
  readonly phone: string;
  readonly pan_mask: string | null;
  readonly account_mask: string | null;
  /** `null` before the attempt's first order. */
  readonly destination_mask: string | null;
  readonly destination_holder: string | null;
  readonly problem: string | null;
  /** Why a READY one is not ordered. */
  readonly waits_for: "STOPPED" | "NEW_DESTINATION" | null;
  readonly inn: string;
  readonly act_id: bigint | null;
  readonly act_number: string | null;
  readonly act_date: string | null;
  readonly act_state: JobDocumentState | null;
  readonly receipt_state: ReceiptState | null;
  readonly tax_receipt_id: string | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly paid_at: Date | null;
  readonly returned_at: Date | null;
}

/** Of payout `p` with receipt `r`: the bank's word, or the tax service's. */
export const FAILURE_CODE = sql<string | null>`
  CASE p.state WHEN 'RECEIPT_FAILED' THEN r.error_code ELSE p.failure_reason END`;

/**
 * Add WHERE and ORDER.
 *
 * @param source - a page of payouts.
 */
export const selectPayouts = (source = sql`payouts`) => sql<PayoutRow>`
  SELECT p.*, j.title AS job_title, j.project_id,
    concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name,
    ${RECEIPT_INN} AS inn, a.short_name AS account_name, e.phone, g.number AS registry_number,
    ${registryTitleOf("g")} AS registry_title,
    card.pan_mask,
      (SELECT b.account_mask
        FROM workman_payment_accounts b
        WHERE b.workman_id = w.id AND b.confirmed_at IS NOT NULL) AS account_mask,
    (SELECT s.problem
      FROM set_aside_items s
      WHERE s.task = ${PAYOUT_ORDERS}
        AND s.item = concat_ws('-', p.account_id, p.id, p.attempt)) AS problem,
    act.id AS act_id, act.number AS act_number, act.document_date AS act_date,
      act.state AS act_state, r.state AS receipt_state, r.tax_receipt_id, ${FAILURE_CODE} AS failure_code
  FROM ${source} p
  JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
  JOIN workmen w ON w.id = p.workman_id
  JOIN people e ON e.id = w.person_id
  JOIN accounts a ON a.id = p.account_id
  LEFT JOIN registries g ON g.account_id = p.account_id AND g.id = p.registry_id
  LEFT JOIN LATERAL ${CHOSEN_CARD} card ON p.kind = 'CARD'
  LEFT JOIN LATERAL (SELECT d.id, d.number, d.document_date, d.state
    FROM job_documents d
    WHERE d.payout_id = p.id AND d.account_id = p.account_id AND d.type = 'ACT'
    ORDER BY d.id DESC
    LIMIT 1) act ON true
  LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id`;
