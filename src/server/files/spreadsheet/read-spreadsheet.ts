import { readCsv } from "./read-csv.ts";
import { readXlsx } from "./read-xlsx.ts";
import { sniffSpreadsheet } from "./sniff.ts";
import { SpreadsheetError } from "./spreadsheet-error.ts";
import type { SpreadsheetRows } from "./spreadsheet-rows.ts";

/**
 * Streams the rows of a CSV or XLSX file, telling the kind by its content.
 *
 * Meant for a worker thread: batches arrive between long stretches of parsing.
 *
 * @param path - a file on disk of at most 50 MB.
 * @param preferredSheet - name of the sheet to read in a workbook, else its first visible sheet.
 * @throws SpreadsheetError with a Russian sentence; an empty table gives `empty`.
 */
export async function* readSpreadsheet(path: string, preferredSheet: string): SpreadsheetRows {
  const shape = await sniffSpreadsheet(path);
  const rows = shape.type === "xlsx" ? readXlsx(path, preferredSheet) : readCsv(path, shape);
  let isEmpty = true;
  for await (const batch of rows) {
    isEmpty = false;
    yield batch;
  }
  if (isEmpty) throw new SpreadsheetError("empty");
}
