import { sql } from "kysely";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { RECEIPT_STATE, type ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { CancelReason } from "#server/integrations/tax-service/port.ts";
import { shownReceiptLink } from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/platform/actor.ts";
import { notFound } from "#server/platform/app-error.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { RECEIPT_TEXT } from "./receipt-text.ts";

interface ReceiptRow {
  readonly payout_id: bigint;
  readonly state: ReceiptState;
  readonly amount_kopecks: bigint;
  readonly tax_receipt_id: string | null;
  readonly registered_at: Date | null;
  readonly reversed_at: Date | null;
  readonly reverse_reason: CancelReason | null;
  readonly error_code: string | null;
  readonly registry_id: number | null;
  readonly job_id: bigint;
  readonly job_title: string;
  readonly description: string;
  readonly workman_id: number;
  readonly workman_name: string;
  readonly inn: string;
}

/** A receipt by the payout it belongs to, as the wire shows it. */
export async function readReceipt(trx: Trx, actor: Actor, payoutId: number, mayReverse: boolean): Promise<Receipt> {
  const { rows } = await sql<ReceiptRow>`
    SELECT r.payout_id, r.state, r.amount_kopecks, r.tax_receipt_id, r.registered_at, r.reversed_at, r.reverse_reason, r.error_code, p.registry_id, j.id AS job_id, j.title AS job_title,
      ${RECEIPT_TEXT} AS description, w.id AS workman_id, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name, w.inn
    FROM receipts r JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id JOIN services s ON s.id = j.service_id JOIN workmen w ON w.id = r.workman_id
    WHERE r.payout_id = ${payoutId}`.execute(trx);
  const row = rows[0];
  if (!row) throw notFound("Чек не найден");
  return {
    id: Number(row.payout_id),
    receiptID: row.tax_receipt_id,
    link: shownReceiptLink(actor, { workmanId: row.workman_id, inn: row.inn, receiptId: row.tax_receipt_id }),
    state: definitionFor(RECEIPT_STATE, row.state),
    amount: kopecksToRubles(row.amount_kopecks),
    serviceText: row.description,
    job: { id: Number(row.job_id), title: row.job_title },
    workman: { id: row.workman_id, name: row.workman_name },
    registryID: row.registry_id,
    registeredAt: row.registered_at?.toISOString() ?? null,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversalReason: row.reverse_reason === null ? null : definitionFor(REASONS.receiptReversal, row.reverse_reason),
    errorMessage: row.error_code,
    permissions: { reverse: mayReverse && row.state === "REGISTERED", retry: false, reissue: false },
  };
}
