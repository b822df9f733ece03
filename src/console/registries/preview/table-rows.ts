import type { TextRecord, TextRecords } from "./text-records.ts";

/** A non-empty row: line number as in a spreadsheet, and cell texts. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Location in the file, kept instead of the cells if `splitRecord` can restore them. */
  readonly record?: TextRecord;
  /** Set when the workbook counts days from 1904. */
  readonly uses1904?: true;
}

export type TablePiece = readonly TableRow[] | TextRecords;
export type TablePieces = AsyncGenerator<TablePiece, void, void>;

export class PreviewError extends Error {
  override readonly name = "PreviewError";
  /** `false`: only the preview failed, the server may accept the file. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}
