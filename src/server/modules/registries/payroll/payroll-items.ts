import { sql, type Kysely, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND, type PayoutKind } from "#contract/definitions/payment-types.ts";
import { failureOf, PAYOUT_FAILURE } from "#contract/payouts/payout-failures.ts";
import { heldPayoutNote } from "#contract/payouts/held-payout.ts";
import { PAYOUT_STATE, PAYOUTS_EARNED, type PayoutState } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE, type ReceiptState } from "#contract/receipts/receipt-states.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import {
  PAYROLL_ITEM_STATE,
  RETRYABLE_PAYROLL_ITEM_STATES,
  type PayrollItemState,
} from "#contract/registries/registry-item-states.ts";
import type { RegistryState } from "#contract/registries/registry-states.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import { REGISTRY_FINDINGS, type RegistryFinding } from "#contract/registries/registry-findings.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { FAILURE_CODE } from "#server/money/payouts/index.ts";
import { linkOfReceipt } from "#server/http/site-links.ts";
import type { Trx } from "#server/data/transaction.ts";
import { lineOf, shownRowNo } from "../registry-pages.ts";
import { shownRowState } from "../shown-state.ts";

export const ITEM_STATE_OF_PAYOUT = {
  NEW: "APPLYING",
  HELD: "BALANCE_HOLD_COMPLETED",
  ACT_PENDING: "PENDING_ACT_SIGNING",
  RECEIPT_PENDING: "PENDING_RECEIPT_GENERATION",
  RECEIPT_FAILED: "RECEIPT_FAILED",
  READY: "PAYMENT_WAITING",
  SENT: "PAYMENT_WAITING",
  BANK_HELD: "BANK_HELD",
  PAID: "PAID",
  RETURNED: "RETURNED",
  FAILED: "PAYMENT_FAILED",
  CANCELED: "CANCELED",
} as const satisfies Record<PayoutState, PayrollItemState>;

export interface PayrollItemRow {
  readonly id: bigint;
  readonly row_no: number;
  readonly file_line: number | null;
  readonly cells: string[];
  readonly state: PayrollItemState;
  readonly issues: RegistryFinding[] | null;
  readonly healed: string[] | null;
  readonly workman_id: number | null;
  readonly workman_name: string | null;
  readonly inn: string | null;
  readonly amount_kopecks: bigint | null;
  readonly commission_kopecks: bigint | null;
  readonly work_start: string | null;
  readonly work_end: string | null;
  readonly payout_kind: PayoutKind | null;
  readonly payout_id: bigint | null;
  readonly payout_state: PayoutState | null;
  readonly failure_code: string | null;
  readonly job_id: bigint | null;
  readonly paid_at: Date | null;
  readonly receipt_state: ReceiptState | null;
  readonly tax_receipt_id: string | null;
  readonly act_id: bigint | null;
}

/** Add WHERE, ORDER and LIMIT. `source` narrows the items before the joins. */
export function selectPayrollItems(source: RawBuilder<unknown>): RawBuilder<PayrollItemRow> {
  return sql<PayrollItemRow>`
    SELECT i.id, i.row_no, i.file_line, i.cells, i.state, i.issues, i.healed, i.workman_id, i.inn,
      i.amount_kopecks, i.commission_kopecks, i.work_start, i.work_end, i.payout_kind,
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS workman_name,
      p.id AS payout_id, p.state AS payout_state, ${FAILURE_CODE} AS failure_code, p.job_id, p.paid_at,
        r.state AS receipt_state, r.tax_receipt_id, d.id AS act_id
    FROM (${source}) i
    LEFT JOIN workmen w ON w.id = i.workman_id
    LEFT JOIN payouts p ON p.account_id = i.account_id
      AND p.registry_id = i.registry_id
      AND p.row_no = i.row_no
    LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
    LEFT JOIN job_documents d ON d.payout_id = p.id AND d.type = 'ACT'
    ORDER BY i.row_no`;
}

export interface ItemRights {
  readonly registryState: RegistryState;
  readonly edit: boolean;
  readonly execute: boolean;
  readonly reverseReceipt: boolean;
  /** `false` hides them in cells and findings too. */
  readonly sums: boolean;
  /** Holes in the numbering; people count without them. */
  readonly removedRows: readonly number[];
}

export function presentPayrollItem(row: PayrollItemRow, rights: ItemRights): PayrollItem {
  const state: PayrollItemState = row.payout_state
    ? ITEM_STATE_OF_PAYOUT[row.payout_state]
    : shownRowState(rights.registryState, row.state);
  const failure = row.payout_state && failureOf(row.payout_state, row.failure_code);
  const findings = (severity: "error" | "warning") =>
    (row.issues ?? [])
      .filter((finding) => finding.severity === severity)
      .map((finding) => ({
        column: finding.column,
        columnTitle: columnTitle(finding.column),
        cause: finding.code,
        message: hidesSum(finding.column, rights)
          ? REGISTRY_FINDINGS[finding.code].title
          : finding.message,
      }));
  return {
    id: Number(row.id),
    rowNo: shownRowNo(rights.removedRows, row.row_no),
    line: lineOf(row),
    cells: Object.fromEntries(
      PAYROLL_COLUMNS.map((column, index) => [
        column.key,
        hidesSum(column.key, rights) ? "" : (row.cells[index] ?? ""),
      ]),
    ),
    errors: findings("error"),
    warnings: findings("warning"),
    healedColumns: row.healed ?? [],
    result:
      heldPayoutNote(row.payout_state, "account") ?? (failure && PAYOUT_FAILURE.titles[failure]),
    values: {
      amount: sumOf(row.amount_kopecks, rights),
      commission: sumOf(row.commission_kopecks, rights),
      payoutKind: row.payout_kind === null ? null : PAYOUT_KIND.titles[row.payout_kind],
      paidAt: row.payout_state === "PAID" ? (row.paid_at?.toISOString() ?? null) : null,
    },
    state: definitionFor(PAYROLL_ITEM_STATE, state),
    workman: row.workman_id === null ? null : { id: row.workman_id, name: row.workman_name ?? "" },
    amount: sumOf(row.amount_kopecks, rights),
    commission: sumOf(row.commission_kopecks, rights),
    workStart: row.work_start,
    workEnd: row.work_end,
    payoutKind: row.payout_kind === null ? null : definitionFor(PAYOUT_KIND, row.payout_kind),
    jobID: row.job_id === null ? null : Number(row.job_id),
    payout:
      row.payout_id === null || row.payout_state === null
        ? null
        : {
            id: Number(row.payout_id),
            state: definitionFor(PAYOUT_STATE, row.payout_state),
            failureReason: failure && definitionFor(PAYOUT_FAILURE, failure),
            // Returned money was not paid, although the bank confirmed it first.
            paidAt: row.payout_state === "PAID" ? (row.paid_at?.toISOString() ?? null) : null,
          },
    receipt:
      row.payout_id === null || row.receipt_state === null
        ? null
        : {
            id: Number(row.payout_id),
            state: definitionFor(RECEIPT_STATE, row.receipt_state),
            link:
              row.tax_receipt_id !== null && row.inn !== null
                ? linkOfReceipt(row.inn, row.tax_receipt_id)
                : null,
          },
    actDocumentID: row.act_id === null ? null : Number(row.act_id),
    permissions: {
      update: rights.edit && row.payout_id === null,
      delete: rights.edit && row.payout_id === null,
      retry: rights.execute && RETRYABLE_PAYROLL_ITEM_STATES.includes(state),
      reverseReceipt: rights.reverseReceipt && row.receipt_state === "REGISTERED",
    },
  };
}

function sumOf(kopecks: bigint | null, rights: ItemRights): number | null {
  return !rights.sums || kopecks === null ? null : kopecksToRubles(kopecks);
}

/** Cell and details of findings both tell the sum («доступно {x} ₽»). */
function hidesSum(column: string, rights: ItemRights): boolean {
  return !rights.sums && column === "amount";
}

function columnTitle(key: string): string {
  return PAYROLL_COLUMNS.find((column) => column.key === key)?.title ?? key;
}

/** By the payout's state, or the row's own without one. */
export async function countPayroll(
  db: Kysely<Schema> | Trx,
  registry: { account_id: number; id: number; created_on: string },
  executed: boolean,
): Promise<{ readonly states: Record<string, number>; readonly chargedKopecks: bigint }> {
  const { rows } = executed
    ? await sql<{ state: PayoutState; count: number; commission: bigint }>`
        SELECT state, count(*)::integer AS count, sum(commission_kopecks)::bigint AS commission
        FROM payouts
        WHERE account_id = ${registry.account_id} AND registry_id = ${registry.id}
        GROUP BY state`.execute(db)
    : await sql<{ state: string; count: number; commission: bigint }>`
        SELECT state, count(*)::integer AS count, 0::bigint AS commission FROM registry_items
        WHERE account_id = ${registry.account_id}
          AND registry_id = ${registry.id}
          AND created_on = ${registry.created_on}::date
        GROUP BY state`.execute(db);
  const counts: Record<string, number> = {};
  let chargedKopecks = 0n;
  for (const { state, count, commission } of rows) {
    if (executed && PAYOUTS_EARNED.includes(state as PayoutState)) chargedKopecks += commission;
    const shown = executed ? ITEM_STATE_OF_PAYOUT[state as PayoutState] : state;
    counts[shown] = (counts[shown] ?? 0) + count;
  }
  return { states: counts, chargedKopecks };
}
