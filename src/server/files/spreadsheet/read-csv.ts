import { createReadStream } from "node:fs";

import type { CsvShape } from "./sniff.ts";
import { unguardFormula } from "./formula-guard.ts";
import { SpreadsheetError } from "./spreadsheet-error.ts";
import { RowBatch, SPREADSHEET_LIMITS, type SpreadsheetRows } from "./spreadsheet-rows.ts";
import { restoreMissing } from "./windows-1251.ts";

/**
 * RFC 4180 quotes; a stray quote inside a cell is kept. Records without quotes are split by the
 * engine's string search; a quoted one waits in the buffer, at most 1 MiB.
 *
 * @throws SpreadsheetError when a quote never closes, the encoding breaks, or a limit is passed.
 */
export async function* readCsv(path: string, shape: CsvShape): SpreadsheetRows {
  const decoder = new TextDecoder(shape.encoding, { fatal: shape.encoding !== "windows-1251" });
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

class CsvSplitter {
  private buffer = "";
  private position = 0;
  /** Doubles before an unfinished record is retried: else long ones take quadratic time. */
  private enough = 0;
  private line = 0;
  private readonly shape: CsvShape;
  private readonly restore: (text: string) => string;

  constructor(shape: CsvShape) {
    this.shape = shape;
    this.restore = shape.encoding === "windows-1251" ? restoreMissing : (text) => text;
    // Programs do not number the `sep=` line.
    if (shape.hasSeparatorLine) this.line = -1;
  }

  append(text: string): void {
    if (text.includes("\u0000")) throw new SpreadsheetError("bad_characters");
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
          throw new SpreadsheetError("unterminated_quote");
        return false;
      }
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
    if (line.length > SPREADSHEET_LIMITS.recordCharacters)
      throw new SpreadsheetError("unterminated_quote");
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
    for (;;) {
      let cell = "";
      if (buffer.charAt(at) === '"') {
        at += 1;
        for (;;) {
          const close = buffer.indexOf('"', at);
          if (close === -1) {
            if (isEnd) throw new SpreadsheetError("unterminated_quote");
            return null;
          }
          cell += buffer.slice(at, close);
          at = close + 1;
          if (buffer.charAt(at) !== '"') break;
          cell += '"';
          at += 1;
        }
        // Maybe half of a doubled quote.
        if (at >= buffer.length && !isEnd) return null;
      }
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
      cells.push(this.finish(cell + bare));
      at = cellEnd + 1;
      if (isLast) break;
    }
    this.position = at;
    return cells;
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
