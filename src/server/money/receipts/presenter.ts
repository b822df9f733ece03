import { returnedPayoutNote } from "#contract/payouts/returned-payout.ts";
import { sql } from "kysely";
import { reaches } from "#contract/access/actor.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { PayoutState } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE, type ReceiptState } from "#contract/receipts/receipt-states.ts";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { CancelReason, TaxError } from "#server/integrations/tax-service/port.ts";
import { RECEIPT_INN } from "#server/data/receipt-inn.ts";
import { shownReceiptLink } from "#server/modules/workmen/index.ts";
import type { Actor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { RECEIPT_TEXT } from "./receipt-text.ts";

export interface ReceiptRow {
  readonly account_id: number;
  readonly project_id: number | null;
  readonly payout_state: PayoutState;
  readonly payout_id: bigint;
  readonly state: ReceiptState;
  readonly amount_kopecks: bigint;
  readonly tax_receipt_id: string | null;
  readonly registered_at: Date | null;
  readonly reversed_at: Date | null;
  readonly reverse_reason: CancelReason | null;
  readonly error_code: TaxError | null;
  readonly reissue_no: number;
  readonly replaces: { readonly taxReceiptId: string; readonly reversedAt: string | null } | null;
  readonly registry_id: number | null;
  readonly job_id: bigint;
  readonly job_title: string;
  readonly description: string;
  readonly workman_id: number;
  readonly workman_name: string;
  readonly inn: string;
}

/** Add WHERE and ORDER. */
export const selectReceipts = (source = sql`receipts`) => sql<ReceiptRow>`
  SELECT r.account_id, r.payout_id, r.state, r.amount_kopecks, r.tax_receipt_id, r.registered_at,
    r.reversed_at, r.reverse_reason, r.error_code, r.reissue_no,
    (SELECT jsonb_build_object('taxReceiptId', o.tax_receipt_id, 'reversedAt', o.reversed_at)
      FROM receipt_reissues o
      WHERE o.account_id = r.account_id AND o.payout_id = r.payout_id
      ORDER BY o.reissue_no DESC
      LIMIT 1) AS replaces,
    p.registry_id, p.state AS payout_state, j.id AS job_id, j.title AS job_title, j.project_id,
    ${RECEIPT_TEXT} AS description, w.id AS workman_id,
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name,
      ${RECEIPT_INN} AS inn
  FROM ${source} r
  JOIN payouts p ON p.account_id = r.account_id AND p.id = r.payout_id
  JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id
  JOIN services s ON s.id = j.service_id
  JOIN workmen w ON w.id = r.workman_id`;

/** The caller has checked access. */
export async function readReceipt(trx: Trx, actor: Actor, payoutId: number): Promise<Receipt> {
  const { rows } = await sql<ReceiptRow>`
    ${selectReceipts()} WHERE r.payout_id = ${payoutId}`.execute(trx);
  const row = rows[0];
  if (!row) throw notFound("Чек не найден");
  return presentReceipt(row, actor);
}

/** The commands check the same conditions. */
export function presentReceipt(row: ReceiptRow, actor: Actor): Receipt {
  const mayDecide = reaches(actor, "receipts.reverse", {
    accountId: row.account_id,
    projectId: row.project_id,
  });
  // Once paid, only the customer may; in transit nobody, until the bank answers.
  const mayReverse =
    row.payout_state === "PAID" ? mayDecide : mayDecide || row.workman_id === actor.workmanId;
  const isOnTheWay = row.payout_state === "SENT";
  return {
    id: Number(row.payout_id),
    receiptID: row.tax_receipt_id,
    link: shownReceiptLink(actor, {
      workmanId: row.workman_id,
      inn: row.inn,
      receiptId: row.tax_receipt_id,
    }),
    state: definitionFor(RECEIPT_STATE, row.state),
    amount: kopecksToRubles(row.amount_kopecks),
    serviceText: row.description,
    job: { id: Number(row.job_id), title: row.job_title },
    workman: { id: row.workman_id, name: row.workman_name },
    registryID: row.registry_id,
    registeredAt: row.registered_at?.toISOString() ?? null,
    reversedAt: row.reversed_at?.toISOString() ?? null,
    reversalReason:
      row.reverse_reason === null
        ? null
        : definitionFor(REASONS.receiptReversal, row.reverse_reason),
    errorMessage: row.error_code && REASONS.receiptFailure.titles[row.error_code],
    payoutNote:
      row.workman_id === actor.workmanId ? null : returnedPayoutNote(row.payout_state, row.state),
    failureReason: row.error_code && definitionFor(REASONS.receiptFailure, row.error_code),
    replaces: row.replaces && {
      receiptID: row.replaces.taxReceiptId,
      link: shownReceiptLink(actor, {
        workmanId: row.workman_id,
        inn: row.inn,
        receiptId: row.replaces.taxReceiptId,
      }),
      reversedAt: row.replaces.reversedAt && new Date(row.replaces.reversedAt).toISOString(),
    },
    permissions: {
      reverse: mayReverse && !isOnTheWay && row.state === "REGISTERED",
      retry:
        mayDecide &&
        row.state === "ERROR" &&
        (row.payout_state === "RECEIPT_FAILED" ||
          (row.reissue_no > 0 && row.payout_state !== "CANCELED")),
      reissue: mayDecide && mayReissue(row),
    },
  };
}

/** Paid money without a valid receipt, unless refunded: then there is no income. */
function mayReissue({ state, payout_state: payout, reverse_reason: reason }: ReceiptRow): boolean {
  return (
    payout === "PAID" &&
    (state === "REVERSED_BY_WORKMAN" || (state === "REVERSED_BY_PLATFORM" && reason !== "REFUND"))
  );
}
