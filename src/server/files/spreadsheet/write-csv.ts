import { formatDate } from "#contract/values/calendar-date.ts";

import { dropControlCharacters, guardFormula } from "./formula-guard.ts";
import { requireDate, requireNumber, type SheetCell, type SheetTable } from "./sheet-table.ts";
import { encodeWindows1251, replaceMissing } from "./windows-1251.ts";

export interface CsvOptions {
  /** Excel in Russia opens Windows-1251 by double click. */
  encoding?: "windows-1251" | "utf-8";
}

/**
 * `;`, CRLF, header first; decimal comma, dd.MM.yyyy, formulas guarded.
 *
 * @returns buffers of about one batch. Source: domain rules §4.1.
 */
export async function* writeCsv(
  table: SheetTable,
  options: CsvOptions = {},
): AsyncGenerator<Buffer, void, void> {
  const isUtf8 = options.encoding === "utf-8";
  // First: it may turn a full-width sign into an ordinary one.
  const prepare = isUtf8 ? (text: string) => text : replaceMissing;
  const encode = isUtf8 ? (text: string) => Buffer.from(text, "utf8") : encodeWindows1251;
  yield encode(
    `${isUtf8 ? "\uFEFF" : ""}${record(
      table.columns.map(({ title }) => title),
      prepare,
    )}`,
  );
  for await (const rows of table.batches) {
    let text = "";
    for (const row of rows) text += record(row, prepare);
    if (text !== "") yield encode(text);
  }
}

function record(cells: readonly SheetCell[], prepare: (text: string) => string): string {
  let line = "";
  for (let index = 0; index < cells.length; index += 1) {
    if (index > 0) line += ";";
    line += field(cells[index] ?? null, prepare);
  }
  return `${line}\r\n`;
}

/** May need quotes or a guard. */
const UNUSUAL = /[^0-9A-Za-zА-Яа-яЁё .,:/№«»()_-]|(?<![0-9A-Za-zА-Яа-яЁё])-/;

function field(cell: SheetCell, prepare: (text: string) => string): string {
  if (cell === null) return "";
  if (typeof cell !== "string") {
    if ("count" in cell) return String(cell.count);
    return "number" in cell
      ? requireNumber(cell.number).replace(".", ",")
      : formatDate(requireDate(cell.date));
  }
  if (!UNUSUAL.test(cell)) return cell;
  const safe = guardFormula(prepare(dropControlCharacters(cell)));
  return /[";\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
