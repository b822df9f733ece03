/**
 * Rows are stored under numbers that never change; a removed row leaves a hole, remembered in
 * `registries.removed_rows`. People count without holes, so both directions are computed from the
 * holes alone, and a page is found without counting rows.
 */

/**
 * The stored number of the last of the first `count` rows: the page after them is `row_no > …`. 0
 * for none.
 */
export function storedRowNo(removedRows: readonly number[], count: number): number {
  if (count === 0) return 0;
  let stored = count;
  for (const hole of sorted(removedRows)) {
    if (hole > stored) break;
    stored += 1;
  }
  return stored;
}

/** The number a person sees beside the row: its place, from 1 without gaps. */
export function shownRowNo(removedRows: readonly number[], rowNo: number): number {
  let before = 0;
  for (const hole of removedRows) if (hole < rowNo) before += 1;
  return rowNo - before;
}

function sorted(numbers: readonly number[]): readonly number[] {
  return numbers.length < 2 ? numbers : [...numbers].sort((one, other) => one - other);
}
