import type { TextEncoding } from "#contract/registries/file-reading.ts";
import { readCsv } from "./read-csv.ts";
import { readXlsx, type ReadOnce } from "./read-xlsx.ts";
import { sniffSpreadsheet } from "./sniff.ts";
import { SpreadsheetError } from "./spreadsheet-error.ts";
import type { SpreadsheetRows } from "./spreadsheet-rows.ts";

/**
 * For a worker thread.
 *
 * @param path - at most 50 MB.
 * @param preferredSheet - else the active one, else the first visible.
 * @param once - keeps what all sheets of a book share.
 * @param encoding - of a text, if a person chose it.
 * @throws SpreadsheetError, in Russian; `empty` for an empty table.
 */
export async function* readSpreadsheet(
  path: string,
  preferredSheet: string,
  once: ReadOnce = {},
  encoding?: TextEncoding,
): SpreadsheetRows {
  const shape = await sniffSpreadsheet(path, encoding);
  const rows = shape.type === "xlsx" ? readXlsx(path, preferredSheet, once) : readCsv(path, shape);
  let isEmpty = true;
  for await (const batch of rows) {
    isEmpty = false;
    yield batch;
  }
  if (isEmpty) throw new SpreadsheetError("empty");
}
