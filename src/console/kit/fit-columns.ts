import { isValidElement } from "react";
import type { ListColumn } from "./columns.tsx";
import type { VisibleColumn } from "./use-list-settings.ts";

/** Px, for columns without a width: a text, a leading one in two lines and in one. */
const LEAST_WIDTH = 120;
const TWO_LINES_WIDTH = 160;
const LINE_WIDTH = 180;
const SELECTION_WIDTH = 32;
const EMPTY = "—";

type TableColumn<Row> = VisibleColumn<ListColumn<Row>>;

/**
 * Columns that are empty, or say one thing in all rows, are folded.
 *
 * @param isPart - of a longer list: what can be ordered differs on another page.
 */
export function foldColumns<Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  isPart: boolean,
  ordered: string | undefined,
): { readonly folded: readonly TableColumn<Row>[]; readonly shown: readonly TableColumn<Row>[] } {
  const isFolded = (column: TableColumn<Row>) => {
    const { key, sortField, isFixed, lineWidth, isAsked, isEditable, isEmpty } = column;
    if (rows.length < 2 || isAsked || isEditable || (isFixed && key !== "actions")) return false;
    if (sortField !== undefined && (isPart || sortField === ordered)) return false;
    const isWithout = (row: Row) =>
      isEmpty?.(row) ?? [EMPTY, null, ""].includes(column.render(row) as string);
    if (rows.every(isWithout)) return true;
    // Sums and states are compared even when equal; one person is said once.
    if (isFixed || (isLeader(column) && lineWidth === undefined)) return false;
    const first = column.render(rows[0] as Row);
    return rows.every((row) => isSame(column.render(row), first));
  };
  const folded = columns.filter(isFolded);
  return {
    folded,
    shown: columns
      .filter((column) => !folded.includes(column))
      .map((column) => (column.widthOf ? { ...column, width: column.widthOf(rows) } : column)),
  };
}

/**
 * Who, sum, state and commands get their room first: columns hidden in narrow tables make room for
 * whole names, then the others from the end for names in two lines.
 *
 * @param roomPx - undefined where it cannot be measured.
 */
export function fitColumns<Row>(
  columns: readonly TableColumn<Row>[],
  roomPx: number | undefined,
  hasSelection: boolean,
): readonly TableColumn<Row>[] {
  if (roomPx === undefined) return columns;
  let shown = columns;
  const makeRoom = (column: TableColumn<Row>, inOneLine: boolean) => {
    if (!column.isAsked && widthOf(shown, hasSelection, inOneLine) > roomPx)
      shown = shown.filter((one) => one !== column);
  };
  const fromEnd = columns.toReversed();
  for (const column of fromEnd) if (column.isHidden === "narrow") makeRoom(column, true);
  for (const column of fromEnd) if (!isLeader(column)) makeRoom(column, false);

  const flexible = shown.filter(({ width }) => width === undefined);
  const names = flexible.filter(({ lineWidth }) => lineWidth !== undefined);
  // Names alone share what is left.
  if (names.length === flexible.length) return shown;
  const spare = Math.max(0, roomPx - widthOf(shown, hasSelection)) / names.length;
  return shown.map((one) =>
    names.includes(one)
      ? { ...one, width: Math.floor(Math.min(leastOf(one, true), TWO_LINES_WIDTH + spare)) }
      : one,
  );
}

/** Px. */
export function widthOf<Row>(
  columns: readonly TableColumn<Row>[],
  hasSelection: boolean,
  inOneLine = false,
): number {
  return columns.reduce(
    (sum, column) => sum + leastOf(column, inOneLine),
    hasSelection ? SELECTION_WIDTH : 0,
  );
}

function leastOf<Row>(column: TableColumn<Row>, inOneLine: boolean): number {
  const { width, lineWidth = LINE_WIDTH } = column;
  return width ?? (isLeader(column) ? (inOneLine ? lineWidth : TWO_LINES_WIDTH) : LEAST_WIDTH);
}

function isLeader<Row>({ isFixed, part }: TableColumn<Row>): boolean {
  return isFixed === true || (part !== undefined && part !== "day");
}

/** Of drawn cells. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return false;
  if (isValidElement(one))
    return isValidElement(other) && one.type === other.type && isSame(one.props, other.props);
  const parts = Object.entries(one);
  return (
    parts.length === Object.keys(other).length &&
    parts.every(([key, value]) => isSame(value, (other as Record<string, unknown>)[key]))
  );
}
