import { sql, type Kysely } from "kysely";
import { MASS_ARBITRATE_COLUMNS } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import { errorSentences } from "#contract/registries/registry-findings.ts";
import type { FindingSummary } from "#contract/registries/registry.ts";
import type { TableFinding } from "#contract/registries/table-row.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { SheetCell, SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import type { Trx } from "#server/data/transaction.ts";
import { errorsTable, sheetColumns } from "#server/modules/registries/index.ts";
import type { ImportRow } from "./import-rows.ts";

export async function listFindings(trx: Trx, one: ImportRow): Promise<FindingSummary[]> {
  const { rows } = await sql<{
    code: string;
    column: string;
    severity: "error" | "warning";
    message: string;
    n: number;
    samples: number[];
  }>`
    SELECT issue ->> 'code' AS code, issue ->> 'column' AS column, issue ->> 'severity' AS severity,
      min(issue ->> 'message') AS message, count(*)::integer AS n,
      (array_agg(i.file_line ORDER BY i.row_no))[1:5] AS samples
    FROM mass_arbitrate_items i CROSS JOIN LATERAL jsonb_array_elements(i.issues) AS issue
    WHERE i.account_id = ${one.account_id}
      AND i.import_id = ${one.id}
      AND (i.error_count > 0 OR i.warning_count > 0)
    GROUP BY 1, 2, 3
    ORDER BY 3, 5 DESC, 1`.execute(trx);
  return rows.map((row) => ({
    cause: row.code,
    column: row.column,
    columnTitle: MASS_ARBITRATE_COLUMNS.find(({ key }) => key === row.column)?.title ?? null,
    message: FINDING_TITLES[row.code] ?? row.message,
    severity: row.severity,
    count: row.n,
    sampleRows: row.samples,
  }));
}

/** For messages that differ per row. */
const FINDING_TITLES: Readonly<Record<string, string>> = {
  repeated: "Отклик указан дважды",
  offer_state: "Работа уже не выполняется и не ждёт приёмки",
  insufficient_funds: "Недостаточно средств для увеличения",
};

const PAGE_ROWS = 1000;

export function errorsOf(db: Kysely<Schema>, one: ImportRow): SheetTable {
  return errorsTable(sheetColumns(MASS_ARBITRATE_COLUMNS), errorRows(db, one));
}

async function* errorRows(
  db: Kysely<Schema>,
  one: ImportRow,
): AsyncGenerator<SheetCell[][], void, void> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<{
      row_no: number;
      file_line: number;
      cells: string[];
      issues: TableFinding[];
    }>`
      SELECT row_no, file_line, cells, issues FROM mass_arbitrate_items
      WHERE account_id = ${one.account_id}
        AND import_id = ${one.id}
        AND error_count > 0
        AND row_no > ${after}
      ORDER BY row_no
      LIMIT ${PAGE_ROWS}`.execute(db);
    if (rows.length > 0)
      yield rows.map((row) => [
        ...MASS_ARBITRATE_COLUMNS.map((_, index) => row.cells[index] ?? ""),
        errorSentences(MASS_ARBITRATE_COLUMNS, row.file_line, row.issues),
      ]);
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.row_no ?? after;
  }
}
