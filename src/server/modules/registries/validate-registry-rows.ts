import { formatDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import type { ReadRow, RegistryFileEvent } from "./registry-file-events.ts";
import type { RowKind } from "./registry-kind.ts";
import { RepeatedRows } from "./repeated-rows.ts";
import type { TableFileEvent, TableFileRow } from "./table-rows.ts";

export interface ValidateRowsOptions {
  /** Moscow date, yyyy-MM-dd. */
  readonly today: string;
  /** Pasted rows have no header: the person counts them from 1. */
  readonly isPasted?: boolean;
}

/**
 * Validates each row of a file by itself and looks for repeats.
 * @param events - from `tableRows` with the kind's columns.
 * @throws SpreadsheetError of the table.
 */
export async function* validateRegistryRows<Values>(
  kind: RowKind<Values, never>,
  events: AsyncIterable<TableFileEvent>,
  { today, isPasted = false }: ValidateRowsOptions,
): AsyncGenerator<RegistryFileEvent<Values>, void, void> {
  const repeated = new RepeatedRows(kind.repeats);
  const validateRow = fileRowValidator(kind, today);
  let rowCount = 0;
  for await (const event of events) {
    if (event.type === "header") {
      yield event;
      continue;
    }
    const rows = event.rows.map((row) => validateRow(row, isPasted ? (rowCount += 1) : row.line));
    for (const row of rows) repeated.validate(row);
    yield { type: "rows", rows };
  }
}

/** Validates rows by the rules that need the row alone. */
export function fileRowValidator<Values>(
  kind: RowKind<Values, never>,
  today: string,
): (row: TableFileRow, line?: number) => ReadRow<Values> {
  const read = kind.reader(today);
  return ({ line: fileLine, cells, uses1904 }, line = fileLine) => {
    const row: ReadRow<Values> = { line, cells, ...read(cells, uses1904) };
    if (uses1904) rewriteDates(kind, row);
    return row;
  };
}

/**
 * Dates of a 1904 workbook would read four years off elsewhere, and stored cells are validated
 * again without their workbook.
 */
function rewriteDates<Values>(
  kind: RowKind<Values, never>,
  { cells, values }: ReadRow<Values>,
): void {
  kind.columns.forEach(({ key }, index) => {
    const date = kind.dateColumns.includes(key)
      ? ((values as Record<string, unknown>)[key] as CalendarDate | null)
      : null;
    if (date !== null && cells[index] !== "") cells[index] = formatDate(date);
  });
}
