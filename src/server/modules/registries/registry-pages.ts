import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { ownRows, type RegistryKey } from "./validation/stored-rows.ts";

interface NumberedRow {
  readonly file_line: number | null;
  readonly row_no: number;
}

/** The one number of a row for people: its line in their file. It never changes. */
export function lineOf({ file_line, row_no }: NumberedRow): number {
  return file_line ?? row_no;
}

/** `lineOf` of `registry_items i`. */
export const LINE = sql<number>`coalesce(i.file_line, i.row_no)`;

/** Of the last row; added rows go on behind it. */
export async function lastLine(db: Kysely<Schema>, registry: RegistryKey): Promise<number> {
  const { rows } = await sql<{ line: number }>`
    SELECT ${LINE} AS line FROM registry_items i
    WHERE ${ownRows(registry)}
    ORDER BY i.row_no DESC LIMIT 1`.execute(db);
  return rows[0]?.line ?? 0;
}

// The paging key: stored row numbers without the holes of `registries.removed_rows`.

/** Of the `count`-th row, 0 for none: the next page is `row_no > …`. */
export function storedRowNo(removedRows: readonly number[], count: number): number {
  if (count === 0) return 0;
  let stored = count;
  for (const hole of sorted(removedRows)) {
    if (hole > stored) break;
    stored += 1;
  }
  return stored;
}

/** From 1 without gaps. */
export function shownRowNo(removedRows: readonly number[], rowNo: number): number {
  let before = 0;
  for (const hole of removedRows) if (hole < rowNo) before += 1;
  return rowNo - before;
}

function sorted(numbers: readonly number[]): readonly number[] {
  return numbers.length < 2 ? numbers : [...numbers].sort((one, other) => one - other);
}
