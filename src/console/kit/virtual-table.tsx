import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useRef, useState } from "react";
import { countOf } from "#contract/values/plural.ts";
import "./kit.css";

export interface VirtualColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly widthPx: number;
  readonly render: (row: Row) => string;
  readonly toneOf?: (row: Row) => "error" | "warning" | "good" | null;
}

interface VirtualTableProps<Row> {
  readonly label: string;
  readonly count: number;
  /** Keep the array stable between renders. */
  readonly columns: readonly VirtualColumn<Row>[];
  /** Rows already loaded, from index 0. */
  readonly firstRows: readonly Row[];
  readonly readRows: (from: number, count: number) => Promise<readonly Row[]>;
}

const ROW_PX = 33;
/** Rows rendered beyond the visible ones. */
const OVERSCAN_ROWS = 12;
/** Rows per request; the windows next to the visible ones are prefetched. */
const WINDOW_ROWS = 200;
/** Windows kept on each side of the visible ones. */
const KEPT_WINDOWS = 4;
const TONE_WORDS = { error: "ошибка", warning: "предупреждение", good: "исправлено" } as const;

/**
 * A read-only table of any length: only visible rows are loaded and kept. Ant Design's virtual
 * table walks all rows on every scroll step. Screen readers get the full row count; the scroller is
 * focusable.
 */
export function VirtualTable<Row>({
  label,
  count,
  columns,
  firstRows,
  readRows,
}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
    scrollMargin: 0,
    paddingStart: ROW_PX,
  });
  const seen = rows.getVirtualItems();
  const rowAt = useWindows(
    count,
    seen[0]?.index ?? 0,
    (seen.at(-1)?.index ?? 0) + 1,
    firstRows,
    readRows,
  );
  return (
    <div
      ref={scroller}
      className="virtual-table"
      tabIndex={0}
      role="region"
      aria-label={`${label}: ${countOf(count, ["", "", ""]).trim()}`}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        style={{
          width: columns.reduce((sum, { widthPx }) => sum + widthPx, 0),
          height: rows.getTotalSize(),
        }}
      >
        <div role="rowgroup" className="virtual-head">
          <div role="row" aria-rowindex={1} className="virtual-row">
            {columns.map(({ key, title, widthPx }) => (
              <span key={key} role="columnheader" style={{ width: widthPx }}>
                {title}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {seen.map(({ index, start }) => (
            <VirtualRow
              key={index}
              place={index}
              top={start}
              row={rowAt(index)}
              columns={columns as readonly VirtualColumn<unknown>[]}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

interface VirtualRowProps {
  readonly place: number;
  readonly top: number;
  readonly row: unknown;
  readonly columns: readonly VirtualColumn<unknown>[];
}

const VirtualRow = memo(function VirtualRow({ place, top, row, columns }: VirtualRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className="virtual-row"
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map(({ key, widthPx, render, toneOf }) => {
        const text = row === undefined ? "" : render(row);
        const tone = row === undefined ? null : (toneOf?.(row) ?? null);
        return (
          <span key={key} role="cell" data-tone={tone ?? undefined} style={{ width: widthPx }}>
            {text}
            {tone ? <span className="hidden-text">{`, ${TONE_WORDS[tone]}`}</span> : null}
          </span>
        );
      })}
    </div>
  );
});

/**
 * Loads the visible windows and their neighbours, drops distant ones.
 * @returns the row at an index, `undefined` until loaded.
 */
function useWindows<Row>(
  count: number,
  fromRow: number,
  toRow: number,
  firstRows: readonly Row[],
  readRows: (from: number, count: number) => Promise<readonly Row[]>,
) {
  const [windows, setWindows] = useState<ReadonlyMap<number, readonly Row[]>>(new Map());
  /**
   * Window → rows that existed when requested; the last window of a file still being parsed is
   * requested again.
   */
  const asked = useRef(new Map<number, number>());
  const first = Math.max(0, Math.floor(fromRow / WINDOW_ROWS) - 1);
  const last = Math.floor(Math.max(0, Math.min(count, toRow + WINDOW_ROWS) - 1) / WINDOW_ROWS);
  useEffect(() => {
    const asking = asked.current;
    for (const window of asking.keys())
      if (window < first - KEPT_WINDOWS || window > last + KEPT_WINDOWS) asking.delete(window);
    for (let window = first; window <= last; window += 1) {
      const rowsThere = Math.min(WINDOW_ROWS, count - window * WINDOW_ROWS);
      if (rowsThere <= 0 || asking.get(window) === rowsThere) continue;
      asking.set(window, rowsThere);
      void readRows(window * WINDOW_ROWS, WINDOW_ROWS).then((rows) => {
        setWindows(
          (before) =>
            new Map([...before, [window, rows] as const].filter(([known]) => asking.has(known))),
        );
      });
    }
  }, [count, first, last, readRows]);
  // `firstRows` keep their identity, so they do not re-render when their window loads.
  return useCallback(
    (index: number): Row | undefined =>
      firstRows[index] ?? windows.get(Math.floor(index / WINDOW_ROWS))?.[index % WINDOW_ROWS],
    [windows, firstRows],
  );
}
