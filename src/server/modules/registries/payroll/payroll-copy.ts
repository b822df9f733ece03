import { copyText } from "#server/platform/copy-text.ts";
import type { JudgedRow } from "./judge-payroll-row.ts";
import type { PayrollScope } from "./payroll-facts.ts";

const COLUMNS =
  "account_id, registry_id, row_no, created_on, file_line, cells, state, issues, error_count, warning_count, healed, external_id, inn, workman_id, service_id, project_id, receipt_text, work_start, work_end, act_date, amount_kopecks, commission_kopecks, payout_kind, tags, comment";

/** The statement that takes the lines of `payrollCopyLine`. */
export const COPY_PAYROLL_ITEMS = `COPY registry_items (${COLUMNS}) FROM STDIN`;

/**
 * One row of `registry_items` in the text format of COPY.
 *
 * @param fileLine - `null` for a pasted row.
 */
export function payrollCopyLine(scope: PayrollScope, rowNo: number, fileLine: number | null, judged: JudgedRow): string {
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

/** `copyText` for texts that hardly ever hold what it escapes. */
function copyField(text: string | null): string {
  return text === null ? "\\N" : ESCAPED.test(text) ? copyText(text) : text;
}

const ESCAPED = /[\\\t\n\r]/;

/** Remarks as jsonb takes them. */
export function issuesText(issues: JudgedRow["row"]["issues"]): string {
  return JSON.stringify(issues.map((issue) => ({ ...issue, message: storable(issue.message) })));
}

/** A text array as PostgreSQL writes it. */
export function arrayText(texts: readonly string[]): string {
  // One look at all of them: almost every row needs nothing escaped.
  if (!UNUSUAL.test(texts.join(""))) return `{"${texts.join('","')}"}`;
  return `{"${texts.map((text) => storable(text).replace(/[\\"]/g, "\\$&")).join('","')}"}`;
}

const UNUSUAL = /["\\\u0000\u001d-\u001f\ud800-\udfff]/;

/**
 * PostgreSQL has no NUL and no halves of characters; exports use the record and unit separators for themselves. All of them are
 * «служебные символы» to the check, and stay so as U+001D.
 */
export function storable<Text extends string | null>(text: Text): Text {
  if (text === null || !UNUSUAL.test(text)) return text;
  return text.replace(/[\u0000\u001e\u001f]/g, "\u001d").toWellFormed() as Text;
}
