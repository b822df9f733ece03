import type { RegistryFileEvent } from "./registry-file-events.ts";
import type { RowRules } from "./registry-kind.ts";
import type { TableFileEvent } from "./table-rows.ts";
import { RowReading } from "./validation/rows-validation.ts";

export interface ValidateRowsOptions {
  /** Moscow, yyyy-MM-dd. */
  readonly today: string;
  /** Without a header: the person counts from 1. */
  readonly isPasted?: boolean;
}

/**
 * Each row by itself, and repeats.
 *
 * @param events - from `tableRows` with the kind's columns.
 * @throws SpreadsheetError of the table.
 */
export async function* validateRegistryRows<Values>(
  rules: RowRules<Values, never>,
  events: AsyncIterable<TableFileEvent>,
  { today, isPasted = false }: ValidateRowsOptions,
  reading = new RowReading(rules, today),
): AsyncGenerator<RegistryFileEvent<Values>, void, void> {
  let rowCount = 0;
  for await (const event of events)
    yield event.type === "header"
      ? event
      : {
          type: "rows",
          rows: event.rows.map((row) => {
            rowCount += 1;
            return reading.among(isPasted ? { ...row, line: rowCount } : row);
          }),
        };
}
