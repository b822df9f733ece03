import { copyText } from "#server/data/copy-text.ts";
import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import { arrayText, copyField, findingsText, storable } from "../validation/storable.ts";
import type { ValidatedRow } from "../registry-kind.ts";
import type { PayrollScope } from "./payroll-facts.ts";

const COLUMNS =
  "account_id, registry_id, row_no, created_on, file_line, cells, state, issues, error_count, warning_count, healed, external_id, inn, workman_id, service_id, project_id, receipt_text, work_start, work_end, act_date, amount_kopecks, commission_kopecks, payout_kind, tags, comment";

export const COPY_PAYROLL_ITEMS = `COPY registry_items (${COLUMNS}) FROM STDIN`;

/**
 * One row of `registry_items` in the text format of COPY.
 *
 * @param fileLine - `null` for a pasted row.
 */
export function payrollCopyLine(
  scope: PayrollScope,
  rowNo: number,
  fileLine: number | null,
  validated: ValidatedRow<PayrollRowValues>,
): string {
  const { row } = validated;
  const { values, findings, healed } = row;
  return (
    `${scope.accountId}\t${scope.registryId}\t${rowNo}\t${scope.createdOn}\t${fileLine ?? "\\N"}\t${copyField(arrayText(row.cells))}\t` +
    `${validated.errorCount > 0 ? "VALIDATION_FAILED" : "READY_TO_APPLY"}\t${findings.length === 0 ? "\\N" : copyText(findingsText(row.findings))}\t` +
    `${validated.errorCount}\t${validated.warningCount}\t${healed.length === 0 ? "\\N" : `{${healed.join(",")}}`}\t${copyField(storable(values.externalId))}\t${values.inn ?? "\\N"}\t` +
    `${validated.workmanId ?? "\\N"}\t${validated.serviceId ?? "\\N"}\t${validated.projectId ?? "\\N"}\t${copyField(storable(values.receiptText))}\t` +
    `${values.workStart ?? "\\N"}\t${values.workEnd ?? "\\N"}\t${values.actDate ?? "\\N"}\t${values.amountKopecks ?? "\\N"}\t${validated.commissionKopecks ?? "\\N"}\t` +
    `${validated.payoutKind ?? "\\N"}\t${values.tags.length === 0 ? "\\N" : copyText(arrayText(values.tags))}\t${copyField(storable(values.comment))}\n`
  );
}
