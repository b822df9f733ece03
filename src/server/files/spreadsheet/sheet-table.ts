/**
 * One cell of an export. Numbers are exact decimal text (`"1234.56"`), so that no sum passes
 * through floating point; dates are `yyyy-MM-dd`; null is an empty cell; a count is a whole number
 * without decimals, such as a row number.
 */
export type SheetCell = string | { number: string } | { count: number } | { date: string } | null;

export interface SheetColumn {
  title: string;
  /** In characters. */
  width: number;
  /** For numbers with leading zeros and long numbers. */
  isText?: boolean;
}

export interface SheetTable {
  /** Name of the sheet in a workbook; at most 31 characters. */
  name: string;
  columns: readonly SheetColumn[];
  batches:
    AsyncIterable<readonly (readonly SheetCell[])[]> | Iterable<readonly (readonly SheetCell[])[]>;
  /** A sheet for programs, not shown to people. */
  isHidden?: boolean;
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** @throws RangeError for a number cell that is not a plain decimal, a bug of the caller. */
export function requireNumber(text: string): string {
  if (!NUMBER.test(text)) throw new RangeError("a number cell needs a plain decimal");
  return text;
}

/** @throws RangeError for a date cell that is not `yyyy-MM-dd`. */
export function requireDate(text: string): string {
  if (!DATE.test(text)) throw new RangeError("a date cell needs yyyy-MM-dd");
  return text;
}
