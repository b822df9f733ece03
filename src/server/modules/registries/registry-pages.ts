/**
 * Stored row numbers never change; a removed row leaves a hole in `registries.removed_rows`. People
 * count without holes. Both directions need only the holes.
 */

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
