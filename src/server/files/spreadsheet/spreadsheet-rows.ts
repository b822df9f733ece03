import { cleanText } from "#contract/values/clean-text.ts";

import { SpreadsheetError } from "./spreadsheet-error.ts";

/** Blank rows are skipped but keep their numbers. */
export interface SpreadsheetRow {
  /** From 1. */
  line: number;
  /** Raw; dates are dd.MM.yyyy; missing cells at the end are absent. */
  cells: string[];
  /** For cells without a date format. */
  uses1904?: true;
  /** The person does not see it: a filter or his hand hides the row. */
  isHidden?: true;
  /** Places of columns that the person does not see. */
  hiddenColumns?: readonly number[];
  /** What the reader has repaired in the row, each once. */
  mended?: readonly RowMend[];
  /** Minutes of the day by place, of dates that have any. */
  times?: ReadonlyMap<number, number>;
  /** Places of the repaired cells. */
  mendedCells?: readonly number[];
}

/**
 * `midnight`: a moment within a minute of the next day. `merged`: cells filled down their merge.
 * `marks`: invisible marks dropped, letters put in one piece.
 */
export type RowMend = "midnight" | "merged" | "marks";

/** By the cell's place. */
export type RowMends = Map<number, RowMend>;

export type SpreadsheetRows = AsyncGenerator<SpreadsheetRow[], void, void>;

const BATCH_ROWS = 1_000;

/** Protects memory. */
export const SPREADSHEET_LIMITS = {
  fileBytes: 50 * 1024 * 1024,
  columns: 1_000,
  cellCharacters: 32_767,
  /** Unfinished row. */
  recordCharacters: 1024 * 1024,
  /** Out of order; more are no registry. */
  sortedRows: 100_000,
  /** Counts empty rows too. */
  sheetRows: 1_048_576,
} as const;

export class RowBatch {
  private rows: SpreadsheetRow[] = [];
  private readonly uses1904: boolean;
  private hiddenColumns: readonly number[] = [];
  private isSorting = false;

  constructor(uses1904 = false) {
    this.uses1904 = uses1904;
  }

  /** From 1; a row names those that were hidden before it. */
  hideColumns(first: number, last: number): void {
    const places = [...this.hiddenColumns];
    for (let at = first; at <= Math.min(last, SPREADSHEET_LIMITS.columns); at += 1)
      places.push(at - 1);
    this.hiddenColumns = places;
  }

  add(
    line: number,
    cells: string[],
    repairs: RowMends | null = null,
    isHidden = false,
    times: ReadonlyMap<number, number> | null = null,
  ): void {
    if (cells.length > SPREADSHEET_LIMITS.columns) throw new SpreadsheetError("too_many_columns");
    let mends = repairs;
    let isBlank = true;
    for (let index = 0; index < cells.length; index += 1) {
      const raw = cells[index] ?? "";
      if (raw === "") continue;
      const cell = cleanText(raw);
      if (cell !== raw) {
        cells[index] = cell;
        mends = (mends ?? new Map()).set(index, "marks");
        if (cell === "") continue;
      }
      isBlank = false;
      if (cell.length > SPREADSHEET_LIMITS.cellCharacters)
        throw new SpreadsheetError("cell_too_long");
      if (!cell.isWellFormed() || cell.includes("\u0000")) cells[index] = storable(cell);
    }
    if (isBlank) return;
    const row: SpreadsheetRow = { line, cells };
    if (this.uses1904) row.uses1904 = true;
    if (isHidden) row.isHidden = true;
    if (times) row.times = times;
    if (this.hiddenColumns.length > 0) row.hiddenColumns = this.hiddenColumns;
    if (mends !== null) {
      row.mended = [...new Set(mends.values())];
      row.mendedCells = [...mends.keys()];
    }
    this.rows.push(row);
  }

  /** Of a sheet whose rows are out of order, the rest is kept to its end. */
  sort(): void {
    this.isSorting = true;
  }

  get isFull(): boolean {
    if (this.isSorting && this.rows.length > SPREADSHEET_LIMITS.sortedRows)
      throw new SpreadsheetError("damaged");
    return !this.isSorting && this.rows.length >= BATCH_ROWS;
  }

  /** @throws SpreadsheetError when a row stands there twice. */
  take(): SpreadsheetRow[] {
    const taken = this.rows;
    this.rows = [];
    if (!this.isSorting) return taken;
    taken.sort((one, other) => one.line - other.line);
    if (taken.some(({ line }, index) => line === taken[index - 1]?.line))
      throw new SpreadsheetError("damaged");
    return taken;
  }
}

/** PostgreSQL stores neither lone surrogates nor NUL; the person sees `�`. */
function storable(cell: string): string {
  return cell.replaceAll("\u0000", "\ufffd").toWellFormed();
}
