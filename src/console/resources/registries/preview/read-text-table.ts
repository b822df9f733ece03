import Papa from "papaparse";
import type { TextShape } from "./sniff-table.ts";
import { MAX_RECORD_CHARACTERS, PreviewError, type TableRow, type TableRows } from "./table-rows.ts";

const FIRST_PIECE_CHARACTERS = 8 * 1024;
const PIECE_CHARACTERS = 64 * 1024;

/** Streams a text table; the decoder gets whole bytes, so no letter breaks at the border of two pieces. */
export async function* readTextTable(file: Blob, shape: TextShape): TableRows {
  // The typed pair differs only in the kind of buffer, which streams do not care about.
  const decoder = new TextDecoderStream(shape.encoding) as unknown as ReadableWritablePair<string, Uint8Array>;
  const reader = (file.stream() as ReadableStream<Uint8Array>).pipeThrough(decoder).getReader();
  const splitter = new RecordSplitter(shape);
  try {
    let pieceCharacters = FIRST_PIECE_CHARACTERS;
    for (;;) {
      const { done, value = "" } = await reader.read();
      // The browser hands over megabytes at once; the first rows need a few kilobytes.
      for (let at = 0; at < value.length; at += pieceCharacters, pieceCharacters = PIECE_CHARACTERS) {
        const rows = splitter.push(value.slice(at, at + pieceCharacters));
        if (rows.length > 0) yield rows;
      }
      if (!done) continue;
      const rest = splitter.finish();
      if (rest.length > 0) yield rest;
      return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Splits decoded text into rows: quotes by RFC 4180, line breaks inside quoted cells, blank rows skipped but counted. */
export class RecordSplitter {
  private rest = "";
  private line: number;
  private readonly delimiter: string;

  constructor({ delimiter, hasSeparatorLine }: Pick<TextShape, "delimiter" | "hasSeparatorLine">) {
    this.delimiter = delimiter;
    this.line = hasSeparatorLine ? -1 : 0;
  }

  push(text: string): TableRow[] {
    return this.split(text, false);
  }

  finish(): TableRow[] {
    return this.split("", true);
  }

  private split(text: string, isEnd: boolean): TableRow[] {
    const buffer = this.rest + text;
    const rows: TableRow[] = [];
    // Most pieces have neither sign, and then no row need be asked for it.
    const hasQuotes = buffer.includes('"');
    const hasGuards = buffer.includes("'");
    let position = 0;
    while (position < buffer.length) {
      const end = hasQuotes ? findRecordEnd(buffer, position, this.delimiter) : buffer.indexOf("\n", position);
      if (end === -1 && !isEnd) break;
      const stop = end === -1 ? buffer.length : end;
      const record = buffer.slice(position, buffer.charCodeAt(stop - 1) === 0x0d && stop > position ? stop - 1 : stop);
      position = stop + 1;
      this.line += 1;
      if (this.line <= 0 || record === "") continue;
      const isQuoted = hasQuotes && record.includes('"');
      const cells = isQuoted ? splitQuoted(record, this.delimiter) : record.split(this.delimiter);
      // Only delimiters: every cell is empty.
      if (isQuoted ? cells.every((cell) => cell === "") : record.length === (cells.length - 1) * this.delimiter.length) continue;
      if (isQuoted || (hasGuards && record.includes("'"))) rows.push({ line: this.line, cells: cells.map(plainCell) });
      else rows.push({ line: this.line, cells, record });
    }
    this.rest = buffer.slice(position);
    if (this.rest.length > MAX_RECORD_CHARACTERS) throw new PreviewError("В файле не закрыта кавычка. Проверьте кавычки и сохраните файл заново", true);
    return rows;
  }
}

/** Position of the line break that ends the record, or −1 when it has not arrived. Only a quote at the start of a cell quotes it. */
function findRecordEnd(buffer: string, start: number, delimiter: string): number {
  let from = start;
  for (;;) {
    const end = buffer.indexOf("\n", from);
    if (end === -1) return -1;
    const line = buffer.slice(start, end);
    if (!line.includes('"') || !isInsideQuotes(line, delimiter)) return end;
    from = end + 1;
  }
}

function isInsideQuotes(record: string, delimiter: string): boolean {
  let isQuoted = false;
  for (let index = record.indexOf('"'); index !== -1; index = record.indexOf('"', index + 1)) {
    const before = record.charAt(index - 1);
    if (isQuoted) {
      if (record.charAt(index + 1) === '"') index += 1;
      else isQuoted = false;
    } else if (index === 0 || before === delimiter) isQuoted = true;
  }
  return isQuoted;
}

/** Rows with quotes are few and their rules are many: they go to papaparse, the rest is split by the delimiter alone. */
function splitQuoted(record: string, delimiter: string): string[] {
  return Papa.parse<string[]>(record, { delimiter }).data[0] ?? [""];
}

/** Our own files guard cells that look like formulas with an apostrophe; it is no part of the value. */
export function plainCell(cell: string): string {
  return cell.charCodeAt(0) === 0x27 && /^'[\s'"]*[=+\-@\t]/.test(cell) ? cell.slice(1) : cell;
}
