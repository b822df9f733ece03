import { formatDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { MAX_REGISTRY_ROWS, REGISTRY_FILE_MESSAGES, type HeaderMatch } from "#contract/registries/registry-columns.ts";
import { SpreadsheetError } from "#server/platform/spreadsheet/spreadsheet-error.ts";
import type { SpreadsheetRow } from "#server/platform/spreadsheet/spreadsheet-rows.ts";

import { HeaderSearch } from "./header-search.ts";
import type { CheckedRow, RegistryFileEvent } from "./registry-file-events.ts";
import type { RowKind } from "./registry-kind.ts";
import { RepeatedRows } from "./repeated-rows.ts";

/** Rows of one event: they cross threads in less than a millisecond. */
const EVENT_ROWS = 250;

export interface CheckRowsOptions {
  /** Business date in Moscow, yyyy-MM-dd. */
  readonly today: string;
  /** Rows of one event; 500 unless given. */
  readonly eventRows?: number;
  /** The rows were pasted, not uploaded: a person counts them from 1, without the header. */
  readonly isPasted?: boolean;
}

/**
 * Turns the rows of a file of the kind into checked rows: finds the header, puts the cells in the kind's order, judges each row and
 * looks for repeats.
 *
 * @param batches - rows of the file from its top.
 * @throws SpreadsheetError when there is no header, no row below it, or more than 100 000 rows.
 */
export async function* checkRegistryRows<Values>(
  kind: RowKind<Values, never>,
  batches: AsyncIterable<SpreadsheetRow[]>,
  { today, eventRows = EVENT_ROWS, isPasted = false }: CheckRowsOptions,
): AsyncGenerator<RegistryFileEvent<Values>, void, void> {
  const search = new HeaderSearch(kind.columns);
  const repeated = new RepeatedRows(kind.repeats, MAX_REGISTRY_ROWS);
  const read = kind.reader(today);
  let match: HeaderMatch | null = null;
  let rowCount = 0;
  let checked: CheckedRow<Values>[] = [];
  for await (const rows of batches) {
    for (const { line, cells, uses1904 } of rows) {
      if (match === null) {
        match = search.look(line, cells);
        if (match !== null) yield headerEvent(kind, match);
        continue;
      }
      const ordered = match.positions.map((position) => cells[position] ?? "");
      if (ordered.every((cell) => cell.trim() === "")) continue;
      rowCount += 1;
      if (rowCount > MAX_REGISTRY_ROWS) throw new SpreadsheetError("too_many_rows", REGISTRY_FILE_MESSAGES.tooManyRows);
      const row: CheckedRow<Values> = { line: isPasted ? rowCount : line, cells: ordered, ...read(ordered, uses1904) };
      const rowId = cells[match.rowIdPosition] ?? "";
      if (/^\d{1,15}$/.test(rowId)) row.rowId = Number(rowId);
      if (uses1904) rewriteDates(kind, row);
      repeated.check(row);
      checked.push(row);
      if (checked.length < eventRows) continue;
      yield { type: "rows", rows: checked };
      checked = [];
    }
  }
  if (match === null) throw search.failure();
  if (rowCount === 0) throw new SpreadsheetError("no_rows");
  if (checked.length > 0) yield { type: "rows", rows: checked };
  yield { type: "done", rowCount };
}

/** A day counted from 1904 reads four years off anywhere else, and the cells are checked again without their workbook. */
function rewriteDates<Values>(kind: RowKind<Values, never>, { cells, values }: CheckedRow<Values>): void {
  kind.columns.forEach(({ key }, index) => {
    const date = kind.dateColumns.includes(key) ? ((values as Record<string, unknown>)[key] as CalendarDate | null) : null;
    if (date !== null && cells[index] !== "") cells[index] = formatDate(date);
  });
}

function headerEvent(kind: Pick<RowKind, "columns">, match: HeaderMatch): Extract<RegistryFileEvent, { type: "header" }> {
  return {
    type: "header",
    columns: kind.columns.filter((_, index) => match.positions[index] !== -1).map(({ title }) => title),
    hasRowIds: match.rowIdPosition !== -1,
    warnings: match.unused.slice(0, 50).map((title) => REGISTRY_FILE_MESSAGES.unusedColumn(title.slice(0, 100))),
  };
}
