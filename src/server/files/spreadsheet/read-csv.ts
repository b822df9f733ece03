import { createReadStream } from "node:fs";

import { QUOTED_CHARACTERS, readQuotedCell } from "#contract/values/quoted-cell.ts";

import { unguardFormula } from "./formula-guard.ts";
import type { CsvShape } from "./sniff.ts";
import { lineTooLong, SpreadsheetError, unclosedQuote } from "./spreadsheet-error.ts";
import { RowBatch, SPREADSHEET_LIMITS, type SpreadsheetRows } from "./spreadsheet-rows.ts";
import { restoreMissing } from "./windows-1251.ts";

/**
 * RFC 4180 quotes; one that closes nothing is a letter. Records without quotes are split by the
 * engine's string search; a quoted one waits in the buffer, at most 1 MiB.
 *
 * @throws SpreadsheetError when a quote swallows rows, the encoding breaks, or a limit is passed.
 */
export async function* readCsv(path: string, shape: CsvShape): SpreadsheetRows {
  const decoder = new TextDecoder(shape.encoding, { fatal: shape.encoding.startsWith("utf-") });
  const splitter = new CsvSplitter(shape);
  const batch = new RowBatch();
  const drain = function* (isEnd: boolean) {
    while (splitter.readInto(batch, isEnd)) yield batch.take();
  };
  for await (const chunk of createReadStream(path, {
    start: shape.skipBytes,
    highWaterMark: 32 * 1024,
  })) {
    splitter.append(decode(decoder, chunk as Buffer));
    yield* drain(false);
  }
  splitter.append(decode(decoder));
  yield* drain(true);
  const rest = batch.take();
  if (rest.length > 0) yield rest;
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (cause) {
    throw new SpreadsheetError("bad_encoding", undefined, cause);
  }
}

const LINE_BREAK = /\r\n|[\r\n]/;

function countBreaks(text: string): number {
  return text.split(LINE_BREAK).length - 1;
}

class CsvSplitter {
  private buffer = "";
  private position = 0;
  /** Doubles before an unfinished record is retried: else long ones take quadratic time. */
  private enough = 0;
  private line = 0;
  /** Inside cells: a record is one row of a spreadsheet and many lines of an editor. */
  private lineBreaks = 0;
  /** Delimiters of the record before. */
  private width = 0;
  private readonly shape: CsvShape;
  private readonly restore: (text: string) => string;

  constructor(shape: CsvShape) {
    this.shape = shape;
    this.restore = shape.encoding === "windows-1251" ? restoreMissing : (text) => text;
    // Programs do not number the `sep=` line.
    if (shape.hasSeparatorLine) this.line = -1;
  }

  append(piece: string): void {
    if (piece.includes("\u0000")) throw new SpreadsheetError("bad_characters");
    const text = this.shape.newline === "\r" ? piece.replaceAll("\n", " ") : piece;
    this.buffer =
      this.position === 0 ? this.buffer + text : this.buffer.slice(this.position) + text;
    this.position = 0;
  }

  /** `true`: the batch is full. */
  readInto(batch: RowBatch, isEnd: boolean): boolean {
    if (!isEnd && this.buffer.length < this.enough) return false;
    this.enough = 0;
    while (this.position < this.buffer.length) {
      const cells = this.nextRecord(isEnd);
      if (cells === null) {
        this.enough = (this.buffer.length - this.position) * 2;
        if (this.buffer.length - this.position > SPREADSHEET_LIMITS.recordCharacters)
          throw lineTooLong(this.editorLine);
        return false;
      }
      this.width = cells.length - 1;
      this.line += 1;
      if (this.line > 0) batch.add(this.line, cells);
      if (batch.isFull) return true;
    }
    return false;
  }

  private nextRecord(isEnd: boolean): string[] | null {
    const { buffer, position } = this;
    const { newline, delimiter } = this.shape;
    let end = buffer.indexOf(newline, position);
    if (end === -1) {
      if (!isEnd) return null;
      end = buffer.length;
    }
    const line = buffer.slice(
      position,
      buffer.charCodeAt(end - 1) === 0x0d && end > position ? end - 1 : end,
    );
    if (line.includes('"')) return this.nextQuotedRecord(isEnd);
    if (line.length > SPREADSHEET_LIMITS.recordCharacters) throw lineTooLong(this.editorLine);
    this.position = end + 1;
    const cells = line.split(delimiter);
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] ?? "";
      if (cell.charCodeAt(0) === 0x27 || cell.includes("&#")) cells[index] = this.finish(cell);
    }
    return cells;
  }

  private nextQuotedRecord(isEnd: boolean): string[] | null {
    const { buffer } = this;
    const { delimiter, newline } = this.shape;
    const cells: string[] = [];
    let at = this.position;
    const broken: [start: number, end: number][] = [];
    for (;;) {
      const start = at;
      const quoted = buffer.charAt(at) === '"' ? readQuotedCell(buffer, at, delimiter) : null;
      at = quoted?.end ?? at;
      // What follows may close the quote, or be the other half of a doubled one.
      const isWaiting = quoted
        ? at >= buffer.length
        : buffer.charAt(at) === '"' && buffer.length - at <= QUOTED_CHARACTERS;
      if (isWaiting && !isEnd) return null;
      const stop = this.findCellEnd(at);
      if (stop === -1 && !isEnd) return null;
      const cellEnd = stop === -1 ? buffer.length : stop;
      const isLast = stop === -1 || buffer.charAt(stop) !== delimiter;
      const bare = buffer.slice(
        at,
        isLast && newline === "\n" && buffer.charCodeAt(cellEnd - 1) === 0x0d
          ? Math.max(at, cellEnd - 1)
          : cellEnd,
      );
      if (quoted && /[\r\n]/.test(quoted.text)) broken.push([start, quoted.end]);
      cells.push(this.finish(quoted ? quoted.text + bare : bare));
      at = cellEnd + 1;
      if (isLast) break;
    }
    let lineBreaks = 0;
    for (const [start, end] of broken) lineBreaks += this.countLineBreaks(start, end, lineBreaks);
    this.lineBreaks += lineBreaks;
    this.position = at;
    return cells;
  }

  /**
   * @returns line breaks of a quoted cell.
   * @throws SpreadsheetError when it has swallowed rows: it holds the delimiters of one, and a line
   * that it touches is a whole row.
   */
  private countLineBreaks(start: number, end: number, before: number): number {
    const { buffer, width } = this;
    const { delimiter, newline } = this.shape;
    const cellsOf = (text: string) => text.split(delimiter).length - 1;
    const inside = buffer.slice(start + 1, end - 1);
    const lineBreaks = countBreaks(inside);
    if (width === 0 || cellsOf(inside) < width) return lineBreaks;
    const stop = buffer.indexOf(newline, end);
    const lines = buffer
      .slice(buffer.lastIndexOf(newline, start) + 1, stop === -1 ? buffer.length : stop)
      .split(LINE_BREAK);
    if (!lines.some((line) => cellsOf(line) === width)) return lineBreaks;
    const first = this.editorLine + before;
    // Another text's quote: the lines above it are the swallowed ones.
    const other = inside.search(/(?<!")"(?:"")*(?!")/);
    const last = other === -1 ? lineBreaks : countBreaks(inside.slice(0, other)) - 1;
    throw unclosedQuote(first, first + last);
  }

  private get editorLine(): number {
    return this.line + this.lineBreaks + 1;
  }

  private findCellEnd(from: number): number {
    const { delimiter, newline } = this.shape;
    for (let index = from; index < this.buffer.length; index += 1) {
      const character = this.buffer[index];
      if (character === delimiter || character === newline) return index;
    }
    return -1;
  }

  private finish(cell: string): string {
    return unguardFormula(this.restore(cell));
  }
}
