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
  /** The same array while nothing of it changes. */
  readonly columns: readonly VirtualColumn<Row>[];
  /** Rows known already, from the first on. */
  readonly firstRows: readonly Row[];
  readonly readRows: (from: number, count: number) => Promise<readonly Row[]>;
}

const ROW_PX = 33;
/** Rows drawn beyond the edges of the frame. */
const OVERSCAN_ROWS = 12;
/**
 * Rows asked for at once; the neighbours of the seen ones are fetched before they are scrolled to.
 */
const WINDOW_ROWS = 200;
/** Windows kept on each side of the seen ones. */
const KEPT_WINDOWS = 4;
const TONE_WORDS = { error: "ошибка", warning: "предупреждение", good: "исправлено" } as const;

/**
 * A read-only table of any length whose rows are asked for as they are scrolled to: only what is
 * seen is drawn and held. Ant Design's own virtual table walks all its rows at every step of the
 * scroll. Screen readers get a table with the whole count; the scroller takes focus, so that arrows
 * and Page Down scroll it.
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
 * Rows by windows: asks for what is seen and its neighbours, forgets what is far away.
 *
 * @returns the row at a place, `undefined` until it has come.
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
   * Window → rows there were to ask for: the growing end of a file that is still read is asked for
   * again.
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
  // The first ones stay the same objects, so that they are not drawn again when their window comes.
  return useCallback(
    (index: number): Row | undefined =>
      firstRows[index] ?? windows.get(Math.floor(index / WINDOW_ROWS))?.[index % WINDOW_ROWS],
    [windows, firstRows],
  );
}
