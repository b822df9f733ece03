/** One filled row of a file: the number a spreadsheet program shows beside it and the texts of its cells. */
export interface TableRow {
  readonly line: number;
  readonly cells: string[];
  /** The row as it stands in the file, when splitting it by the delimiter gives the cells again: kept instead of them. */
  readonly record?: string;
  /** Present when the workbook counts days from 1904. */
  readonly uses1904?: true;
}

export type TableRows = AsyncGenerator<TableRow[], void, void>;

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

/** A quote that never closes, or no table at all: stop before the whole file is one cell. */
export const MAX_RECORD_CHARACTERS = 1024 * 1024;
