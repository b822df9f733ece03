import { MAX_REGISTRY_ROWS, REGISTRY_FILE_MESSAGES, type HeaderMatch } from "#contract/registries/registry-columns.ts";
import { readSpreadsheet } from "#server/platform/spreadsheet/read-spreadsheet.ts";
import { SpreadsheetError } from "#server/platform/spreadsheet/spreadsheet-error.ts";
import { serveWorker } from "#server/platform/worker-thread.ts";
import { HeaderSearch } from "./header-search.ts";
import type { TableFileEvent, TableFileInput, TableFileRow } from "./read-table-file.ts";

const SHEET_NAME = "Реестр";
const EVENT_ROWS = 500;

/** Reads a table of known columns: finds the header and puts the cells of each row in the order of the columns. */
serveWorker<TableFileInput, TableFileEvent>(async function* readTable({ path, columns }) {
  const search = new HeaderSearch(columns);
  let match: HeaderMatch | null = null;
  let count = 0;
  let rows: TableFileRow[] = [];
  for await (const batch of readSpreadsheet(path, SHEET_NAME)) {
    for (const { line, cells, uses1904 } of batch) {
      if (match === null) {
        match = search.look(line, cells);
        if (match !== null) yield { type: "header", warnings: match.unused.slice(0, 50).map((title) => REGISTRY_FILE_MESSAGES.unusedColumn(title.slice(0, 100))) };
        continue;
      }
      const ordered = match.positions.map((position) => cells[position] ?? "");
      if (ordered.every((cell) => cell.trim() === "")) continue;
      count += 1;
      if (count > MAX_REGISTRY_ROWS) throw new SpreadsheetError("too_many_rows", REGISTRY_FILE_MESSAGES.tooManyRows);
      rows.push({ line, cells: ordered, ...(uses1904 ? { uses1904 } : {}) });
      if (rows.length < EVENT_ROWS) continue;
      yield { type: "rows", rows };
      rows = [];
    }
  }
  if (match === null) throw search.failure();
  if (count === 0) throw new SpreadsheetError("no_rows");
  if (rows.length > 0) yield { type: "rows", rows };
});
