import type { TextRecord, TextRecords } from "./text-records.ts";

/**
 * One filled row of a file: the number a spreadsheet program shows beside it and the texts of its
 * cells.
 */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
  /**
   * Where it stands in the file, when `splitRecord` gives the cells again: kept instead of them.
   */
  readonly record?: TextRecord;
  /** Present when the workbook counts days from 1904. */
  readonly uses1904?: true;
}

export type TablePiece = readonly TableRow[] | TextRecords;
export type TablePieces = AsyncGenerator<TablePiece, void, void>;

/** A file the preview cannot read. */
export class PreviewError extends Error {
  override readonly name = "PreviewError";
  /** `false`: only the preview has failed; the server has a better reader and may take the file. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}
