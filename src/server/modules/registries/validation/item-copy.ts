import { copyText } from "#server/data/copy-text.ts";
import type { RowKind, ValidatedRow, ValidationScope } from "../registry-kind.ts";
import { sealCells } from "./sealed-cells.ts";
import { arrayText, copyField, findingsText, storable } from "./storable.ts";
import { stateOf, storableJsonText } from "./stored-rows.ts";

export const COPY_ITEMS = `COPY registry_items (account_id, registry_id, row_no, created_on,
  file_line, cells, state, issues, error_count, warning_count, healed, external_id, inn, phone,
  workman_id, service_id, project_id, receipt_text, work_start, work_end, act_date, amount_kopecks,
  commission_kopecks, payout_kind, tags, comment, "values", sealed) FROM STDIN`;

/**
 * Text format of COPY.
 *
 * @param fileLine - `null` for a pasted row.
 */
export function itemCopyLine<Values, Scope extends ValidationScope>(
  kind: Pick<RowKind<Values, Scope>, "columns" | "stored">,
  scope: Scope,
  rowNo: number,
  fileLine: number | null,
  validated: ValidatedRow<Values>,
): string {
  const { row } = validated;
  const stored = kind.stored(validated);
  const sealed = scope.sealKey
    ? sealCells(scope.sealKey, kind.columns, row.cells, stored.values)
    : null;
  const fields = [
    scope.accountId,
    scope.registryId,
    rowNo,
    scope.createdOn,
    fileLine ?? "\\N",
    copyField(arrayText(sealed?.cells ?? row.cells)),
    stateOf(validated),
    row.findings.length === 0 ? "\\N" : copyText(findingsText(row.findings)),
    validated.errorCount,
    validated.warningCount,
    row.healed.length === 0 ? "\\N" : `{${row.healed.join(",")}}`,
    copyField(storable(stored.externalId)),
    stored.inn ?? "\\N",
    stored.phone ?? "\\N",
    validated.workmanId ?? "\\N",
    validated.serviceId ?? "\\N",
    validated.projectId ?? "\\N",
    copyField(storable(stored.receiptText)),
    stored.workStart ?? "\\N",
    stored.workEnd ?? "\\N",
    stored.actDate ?? "\\N",
    validated.amountKopecks ?? "\\N",
    validated.commissionKopecks ?? "\\N",
    validated.payoutKind ?? "\\N",
    stored.tags.length === 0 ? "\\N" : copyText(arrayText(stored.tags)),
    copyField(storable(stored.comment)),
    sealed || stored.values === null ? "\\N" : copyText(storableJsonText(stored.values)),
    sealed ? `\\\\x${sealed.sealed.toString("hex")}` : "\\N",
  ];
  return `${fields.join("\t")}\n`;
}
