/**
 * Exact decimal text (`"1234.56"`), never floating point; dates `yyyy-MM-dd`; null is empty; a
 * count has no decimals.
 */
export type SheetCell = string | { number: string } | { count: number } | { date: string } | null;

export interface SheetColumn {
  title: string;
  /** In characters. */
  width: number;
  /** Keeps leading zeros and long numbers. */
  isText?: boolean;
}

export interface SheetTable {
  /** At most 31 characters. */
  name: string;
  columns: readonly SheetColumn[];
  batches:
    AsyncIterable<readonly (readonly SheetCell[])[]> | Iterable<readonly (readonly SheetCell[])[]>;
  /** For programs, not people. */
  isHidden?: boolean;
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** @throws RangeError. */
export function requireNumber(text: string): string {
  if (!NUMBER.test(text)) throw new RangeError("a number cell needs a plain decimal");
  return text;
}

/** @throws RangeError unless `yyyy-MM-dd`. */
export function requireDate(text: string): string {
  if (!DATE.test(text)) throw new RangeError("a date cell needs yyyy-MM-dd");
  return text;
}
