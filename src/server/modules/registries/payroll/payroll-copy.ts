import { copyText } from "#server/data/copy-text.ts";
import type { PayrollRowValues } from "#contract/registries/kinds/payroll.ts";
import { arrayText, copyField, issuesText, storable } from "../validation/storable.ts";
import type { JudgedRow } from "../registry-kind.ts";
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
  judged: JudgedRow<PayrollRowValues>,
): string {
  const { row } = judged;
  const { values, issues, healed } = row;
  return (
    `${scope.accountId}\t${scope.registryId}\t${rowNo}\t${scope.createdOn}\t${fileLine ?? "\\N"}\t${copyField(arrayText(row.cells))}\t` +
    `${judged.errorCount > 0 ? "VALIDATION_FAILED" : "READY_TO_APPLY"}\t${issues.length === 0 ? "\\N" : copyText(issuesText(row.issues))}\t` +
    `${judged.errorCount}\t${judged.warningCount}\t${healed.length === 0 ? "\\N" : `{${healed.join(",")}}`}\t${copyField(storable(values.externalId))}\t${values.inn ?? "\\N"}\t` +
    `${judged.workmanId ?? "\\N"}\t${judged.serviceId ?? "\\N"}\t${judged.projectId ?? "\\N"}\t${copyField(storable(values.receiptText))}\t` +
    `${values.workStart ?? "\\N"}\t${values.workEnd ?? "\\N"}\t${values.actDate ?? "\\N"}\t${values.amountKopecks ?? "\\N"}\t${judged.commissionKopecks ?? "\\N"}\t` +
    `${judged.payoutKind ?? "\\N"}\t${values.tags.length === 0 ? "\\N" : copyText(arrayText(values.tags))}\t${copyField(storable(values.comment))}\n`
  );
}
