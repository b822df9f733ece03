import Papa from "papaparse";
import type { TextShape } from "./sniff-table.ts";
import { PreviewError, type TableRow } from "./table-rows.ts";
import { LINE_BREAK, RETURN, textForm, type TextForm, type TextUnits } from "./text-forms.ts";

/** Limit for an unclosed quote or a file that is no table. */
export const MAX_RECORD_CHARACTERS = 1024 * 1024;

/** An unquoted record, as a range of a piece. */
export interface TextRecord {
  readonly units: TextUnits;
  readonly start: number;
  readonly end: number;
}

/** Parses the records of a text table by RFC 4180, with line breaks in quoted cells. */
export class TextRecords {
  readonly form: TextForm;
  readonly delimiter: string;
  private units: TextUnits = new Uint8Array();
  private start = 0;
  /** Line number of the next record, as in a spreadsheet. */
  private line: number;
  /** Text of a record whose quoted cell continues on the next line, or "". */
  private open = "";

  constructor({ encoding, delimiter, hasSeparatorLine }: TextShape) {
    this.form = textForm(encoding);
    this.delimiter = delimiter;
    this.line = hasSeparatorLine ? 0 : 1;
  }

  /** @param bytes - whole lines. Call after the previous ones are read. */
  push(bytes: Uint8Array): void {
    this.units = this.form.unitsOf(bytes);
    this.start = 0;
  }

  get hasMore(): boolean {
    return this.start < this.units.length;
  }

  /**
   * Reads one line. @returns `null` for a blank line or an unfinished record.
   * @throws PreviewError when a record is longer than `MAX_RECORD_CHARACTERS`.
   */
  next(): TableRow | null {
    const { units, start, delimiter } = this;
    const found = units.indexOf(LINE_BREAK, start);
    const stop = found === -1 ? units.length : found;
    const end = stop > start && units[stop - 1] === RETURN ? stop - 1 : stop;
    if (stop - start + this.open.length > MAX_RECORD_CHARACTERS)
      throw new PreviewError(
        "В файле не закрыта кавычка. Проверьте кавычки и сохраните файл заново",
        true,
      );
    const text = this.form.textOf(units.subarray(start, end));
    if (text.includes('"') || this.open !== "") {
      const record = this.open + text;
      if (isQuotedAtEnd(text, delimiter, this.open !== "")) {
        this.open = record + this.form.textOf(units.subarray(end, stop + 1));
        this.start = stop + 1;
        return null;
      }
      this.open = record;
      this.start = stop + 1;
      return this.finish();
    }
    const line = this.line;
    this.start = stop + 1;
    this.line += 1;
    // Line 0 is the `sep=` line.
    return text === "" || line === 0
      ? null
      : { line, cells: splitRecord(text, delimiter), record: { units, start, end } };
  }

  /** The record with an unclosed quote at the end of the file, if any. */
  finish(): TableRow | null {
    if (this.open === "") return null;
    const cells = (
      Papa.parse<string[]>(this.open, { delimiter: this.delimiter }).data[0] ?? [""]
    ).map(plainCell);
    this.open = "";
    this.line += 1;
    return { line: this.line - 1, cells };
  }
}

/** Whether a quoted cell continues after the line. A quote counts only at the start of a cell. */
function isQuotedAtEnd(line: string, delimiter: string, isQuotedBefore: boolean): boolean {
  let isQuoted = isQuotedBefore;
  for (let index = line.indexOf('"'); index !== -1; index = line.indexOf('"', index + 1)) {
    if (isQuoted) {
      if (line.charAt(index + 1) === '"') index += 1;
      else isQuoted = false;
    } else if (index === 0 || line.charAt(index - 1) === delimiter) isQuoted = true;
  }
  return isQuoted;
}

export function splitRecord(record: string, delimiter: string): readonly string[] {
  const cells = record.split(delimiter);
  return record.includes("'") ? cells.map(plainCell) : cells;
}

/** Our exports prefix formula-like cells with an apostrophe; strip it. */
export function plainCell(cell: string): string {
  return cell.charCodeAt(0) === 0x27 && /^'[\s'"]*[=+\-@\t]/.test(cell) ? cell.slice(1) : cell;
}
