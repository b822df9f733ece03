import { sql } from "kysely";
import { type Actor, reaches } from "#contract/access/actor.ts";
import { definitionFor } from "#contract/definitions/definition-of.ts";
import { PAYOUT_KIND, type PayoutKind } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { MAX_PAYOUT_TRIES, PAYOUT_STATE, type PayoutState } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE, type ReceiptState } from "#contract/receipts/receipt-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { PayoutFailure } from "#server/integrations/bank/port.ts";
import { shownReceiptLink } from "#server/modules/workmen/index.ts";
import { notFound } from "#server/platform/app-error.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { CHOSEN_CARD, destinationMaskOf, netOf, SEND_ORDERS } from "./bank-orders.ts";

interface PayoutRow {
  readonly id: bigint;
  readonly account_id: number;
  readonly project_id: number | null;
  readonly state: PayoutState;
  readonly kind: PayoutKind;
  readonly amount_kopecks: bigint;
  readonly tax_reserved_kopecks: bigint;
  readonly attempt: number;
  readonly failure_reason: PayoutFailure | null;
  readonly registry_id: number | null;
  readonly job_id: bigint;
  readonly job_title: string;
  readonly workman_id: number;
  readonly workman_name: string;
  readonly account_name: string;
  readonly phone: string;
  readonly pan_mask: string | null;
  readonly account_mask: string | null;
  /** Where the bank was ordered to pay; `null` before the first order of the try. */
  readonly destination_mask: string | null;
  readonly destination_holder: string | null;
  readonly problem: string | null;
  readonly inn: string;
  readonly receipt_state: ReceiptState | null;
  readonly tax_receipt_id: string | null;
  readonly created_at: Date;
  readonly sent_at: Date | null;
  readonly paid_at: Date | null;
}

/** A payout with what its reader may do, and whose it is. */
export interface SeenPayout {
  readonly accountId: number;
  readonly id: bigint;
  readonly state: PayoutState;
  readonly payout: Payout;
}

/** A payout of the company's within reach, or of the worker himself. @throws AppError `not_found`: another's and none look the same. */
export async function readPayout(trx: Trx, actor: Actor, id: number): Promise<SeenPayout> {
  const { rows } = await sql<PayoutRow>`
    SELECT p.*, j.title AS job_title, j.project_id, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name, w.inn, a.short_name AS account_name, e.phone,
      card.pan_mask, (SELECT b.account_mask FROM workman_payment_accounts b WHERE b.workman_id = w.id AND b.confirmed_at IS NOT NULL) AS account_mask,
      (SELECT s.problem FROM set_aside_items s WHERE s.task = ${SEND_ORDERS} AND s.item = concat_ws('-', p.account_id, p.id, p.attempt)) AS problem, r.state AS receipt_state, r.tax_receipt_id
    FROM payouts p JOIN jobs j ON j.account_id = p.account_id AND j.id = p.job_id JOIN workmen w ON w.id = p.workman_id JOIN people e ON e.id = w.person_id JOIN accounts a ON a.id = p.account_id
    LEFT JOIN LATERAL ${CHOSEN_CARD} card ON p.kind = 'CARD'
    LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
    WHERE p.id = ${id} AND (p.account_id = ${actor.accountId} OR p.workman_id = ${actor.workmanId})`.execute(trx);
  const row = rows[0];
  const mine = row !== undefined && row.workman_id === actor.workmanId;
  if (!row || !(mine || reaches(actor, "payroll-registries.execute", { accountId: row.account_id, projectId: row.project_id }))) throw notFound("Выплата не найдена");
  return { accountId: row.account_id, id: row.id, state: row.state, payout: present(row, actor, mine) };
}

function present(row: PayoutRow, actor: Actor, mine: boolean): Payout {
  const amount = kopecksToRubles(row.amount_kopecks);
  const mayPay = reaches(actor, "payroll-registries.execute", { accountId: row.account_id, projectId: row.project_id });
  const hasFailed = row.state === "RETURNED" || row.state === "FAILED";
  const isRefused = row.state === "RECEIPT_FAILED";
  return {
    id: Number(row.id),
    state: definitionFor(PAYOUT_STATE, row.state),
    kind: definitionFor(PAYOUT_KIND, row.kind),
    amount,
    taxAmount: kopecksToRubles(row.tax_reserved_kopecks),
    toTransfer: kopecksToRubles(netOf(row)),
    destination: row.destination_mask ?? destinationMaskOf(row),
    destinationHolder: row.destination_holder ?? row.workman_name,
    job: { id: Number(row.job_id), title: row.job_title },
    workman: { id: row.workman_id, name: row.workman_name },
    account: { id: row.account_id, companyDetailsName: row.account_name },
    registryID: row.registry_id,
    receipt: row.receipt_state && { id: Number(row.id), state: definitionFor(RECEIPT_STATE, row.receipt_state), link: shownReceiptLink(actor, { workmanId: row.workman_id, inn: row.inn, receiptId: row.tax_receipt_id }) },
    failureReason: row.failure_reason && definitionFor(REASONS.payoutFailure, row.failure_reason),
    problem: mayPay ? row.problem : null,
    triesCount: row.attempt,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    paidAt: row.paid_at?.toISOString() ?? null,
    permissions: { retry: (hasFailed && row.attempt <= MAX_PAYOUT_TRIES && (mine || mayPay)) || (isRefused && mayPay), giveUp: (hasFailed || isRefused) && mayPay, cancel: false },
  };
}
