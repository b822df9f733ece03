import {
  MAX_REGISTRY_ROWS,
  REGISTRY_FILE_MESSAGES,
  type HeaderMatch,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { HeaderSearch } from "./header-search.ts";

/** Sheet name in templates; of another workbook the first visible sheet is read. */
export const SHEET_NAME = "Реестр";

export interface TableFileRow {
  /** Row number in the person's file. */
  readonly line: number;
  /** In column order; an absent cell is empty. */
  readonly cells: string[];
  readonly uses1904?: true;
  /** Id of the stored row that a row of a returned error file corrects. */
  readonly rowId?: number;
}

export interface TableHeader {
  readonly type: "header";
  /** Known titles found in the file. */
  readonly columns: string[];
  /** «Столбец «…» не используется» */
  readonly warnings: string[];
  /** The platform's own error file: its rows overwrite the stored ones. */
  readonly hasRowIds: boolean;
}

export type TableFileEvent = TableHeader | { readonly type: "rows"; readonly rows: TableFileRow[] };

export function readTableRows(
  path: string,
  columns: readonly RegistryColumn[],
): AsyncGenerator<TableFileEvent, void, void> {
  return tableRows(columns, readSpreadsheet(path, SHEET_NAME));
}

/**
 * Finds the header and orders each row's cells by the columns; blank rows are skipped.
 * @returns one `header`, then `rows` in batches of the reader's size.
 * @throws SpreadsheetError — no header, no row below it, or more than 100 000 rows.
 */
async function* tableRows(
  columns: readonly RegistryColumn[],
  batches: AsyncIterable<SpreadsheetRow[]>,
): AsyncGenerator<TableFileEvent, void, void> {
  const search = new HeaderSearch(columns);
  let match: HeaderMatch | null = null;
  let count = 0;
  for await (const batch of batches) {
    const rows: TableFileRow[] = [];
    for (const { line, cells, uses1904 } of batch) {
      if (match === null) {
        match = search.look(line, cells);
        if (match !== null) yield headerOf(columns, match);
        continue;
      }
      const ordered = match.positions.map((position) => cells[position] ?? "");
      if (ordered.every((cell) => cell.trim() === "")) continue;
      count += 1;
      if (count > MAX_REGISTRY_ROWS)
        throw new SpreadsheetError("too_many_rows", REGISTRY_FILE_MESSAGES.tooManyRows);
      const rowId = cells[match.rowIdPosition] ?? "";
      rows.push({
        line,
        cells: ordered,
        ...(uses1904 ? { uses1904 } : {}),
        ...(/^\d{1,15}$/.test(rowId) ? { rowId: Number(rowId) } : {}),
      });
    }
    if (rows.length > 0) yield { type: "rows", rows };
  }
  if (match === null) throw search.failure();
  if (count === 0) throw new SpreadsheetError("no_rows");
}

function headerOf(columns: readonly RegistryColumn[], match: HeaderMatch): TableHeader {
  return {
    type: "header",
    columns: columns.filter((_, index) => match.positions[index] !== -1).map(({ title }) => title),
    hasRowIds: match.rowIdPosition !== -1,
    warnings: match.unused
      .slice(0, 50)
      .map((title) => REGISTRY_FILE_MESSAGES.unusedColumn(title.slice(0, 100))),
  };
}
