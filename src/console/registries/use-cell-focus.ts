import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";

/** On a phone cells are in the drawer of their row. */
const FIRST_ERROR = "button[data-error], .phone-rows button";
const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function walkCells(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest("td");
  const row = cell?.parentElement;
  if (
    !step ||
    !cell ||
    !row ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !(event.target as HTMLElement).matches("button")
  )
    return;
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>("tr.ant-table-row") ?? [])];
  const [byRows, byCells] = step;
  const cells = [...(rows[rows.indexOf(row) + byRows]?.children ?? [])];
  const places =
    byCells === 0
      ? cells.slice(cellIndex(cell), cellIndex(cell) + 1)
      : byCells > 0
        ? cells.slice(cellIndex(cell) + 1)
        : cells.slice(0, cellIndex(cell)).reverse();
  const next = places
    .map((one) => one.querySelector<HTMLElement>("button"))
    .find((button) => button !== null);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function cellIndex(cell: HTMLElement): number {
  return [...(cell.parentElement?.children ?? [])].indexOf(cell);
}

/** Moves on to the next error or the table. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, rows: readonly unknown[]): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const element = box.current;
    const note = () => {
      hadFocus.current = element?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [box]);
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    (box.current?.querySelector<HTMLElement>(FIRST_ERROR) ?? box.current)?.focus();
  }, [rows, box]);
}

/** Waits until the filtered rows are rendered. */
export function useFocusErrors(
  box: RefObject<HTMLElement | null>,
  rows: readonly unknown[],
  wantsFix: boolean,
  onFocused: () => void,
): void {
  useEffect(() => {
    if (!wantsFix) return;
    const cell = box.current?.querySelector<HTMLElement>(FIRST_ERROR);
    cell?.focus();
    if (cell) onFocused();
  }, [rows, wantsFix, onFocused, box]);
}
