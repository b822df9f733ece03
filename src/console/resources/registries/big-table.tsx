import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useRef, useState } from "react";
import { grouped } from "./registry-words.ts";
import "./big-table.css";

interface BigTableRow {
  readonly index: number;
  readonly remarks: readonly { readonly column: string; readonly severity: "error" | "warning"; readonly message: string }[];
}

export interface BigTableColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly widthPx: number;
  readonly render: (row: Row) => string;
  readonly toneOf: (row: Row) => "error" | "warning" | "healed" | null;
}

interface BigTableProps<Row extends BigTableRow> {
  readonly label: string;
  readonly count: number;
  readonly columns: readonly BigTableColumn<Row>[];
  /** Rows known already, from the first on. */
  readonly firstRows: readonly Row[];
  readonly readRows: (from: number, count: number) => Promise<readonly Row[]>;
  /** The number the person sees beside the row in the file. */
  readonly rowNumberOf: (row: Row) => number;
}

const ROW_PX = 36;
const NUMBER_PX = 72;
const REMARKS_PX = 420;
/** Rows asked for at once; the neighbours of the seen ones are fetched before they are scrolled to. */
const WINDOW_ROWS = 200;
const TONE_WORDS = { error: "ошибка", warning: "предупреждение", healed: "исправлено" } as const;

/**
 * A table of any length: only what is seen is drawn and held. Screen readers get a table with the whole count; the scroller takes focus, so
 * that arrows and Page Down scroll it.
 */
export function BigTable<Row extends BigTableRow>({ label, count, columns, firstRows, readRows, rowNumberOf }: BigTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowAt = useWindows(count, firstRows, readRows);
  const virtualizer = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 24 });
  const items = virtualizer.getVirtualItems();
  const seen = { from: items[0]?.index ?? 0, to: items.at(-1)?.index ?? 0 };
  rowAt.want(seen.from, seen.to);
  const widthPx = NUMBER_PX + columns.reduce((sum, { widthPx }) => sum + widthPx, 0) + REMARKS_PX;
  return (
    <div ref={scroller} className="big-table" tabIndex={0} role="region" aria-label={`${label}: ${grouped(count)}`}>
      <div role="table" aria-label={label} aria-rowcount={count + 1} aria-colcount={columns.length + 2} style={{ width: widthPx }}>
        <div role="rowgroup" className="big-table-head">
          <div role="row" aria-rowindex={1} className="big-table-row">
            <span role="columnheader" style={{ width: NUMBER_PX }}>
              Строка
            </span>
            {columns.map(({ key, title, widthPx }) => (
              <span key={key} role="columnheader" style={{ width: widthPx }}>
                {title}
              </span>
            ))}
            <span role="columnheader" style={{ width: REMARKS_PX }}>
              Замечания
            </span>
          </div>
        </div>
        <div role="rowgroup" style={{ position: "relative", height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <BigRow key={index} place={index} top={start} row={rowAt.get(index)} columns={columns as readonly BigTableColumn<BigTableRow>[]} rowNumberOf={rowNumberOf as (row: BigTableRow) => number} />
          ))}
        </div>
      </div>
    </div>
  );
}

interface BigRowProps {
  readonly place: number;
  readonly top: number;
  readonly row: BigTableRow | undefined;
  readonly columns: readonly BigTableColumn<BigTableRow>[];
  readonly rowNumberOf: (row: BigTableRow) => number;
}

const BigRow = memo(function BigRow({ place, top, row, columns, rowNumberOf }: BigRowProps) {
  const remarks = row?.remarks.map(({ message }) => message).join("; ") ?? "";
  return (
    <div role="row" aria-rowindex={place + 2} className="big-table-row" style={{ position: "absolute", top: 0, transform: `translateY(${top}px)` }}>
      <span role="cell" className="num muted" style={{ width: NUMBER_PX }}>
        {row ? grouped(rowNumberOf(row)) : "…"}
      </span>
      {columns.map((column) => {
        const tone = row ? column.toneOf(row) : null;
        return (
          <span key={column.key} role="cell" data-tone={tone ?? undefined} style={{ width: column.widthPx }}>
            {row ? column.render(row) : ""}
            {tone ? <span className="hidden-text">{`, ${TONE_WORDS[tone]}`}</span> : null}
          </span>
        );
      })}
      <span role="cell" className="big-table-remarks" title={remarks} style={{ width: REMARKS_PX }}>
        {remarks}
      </span>
    </div>
  );
});

/** Rows by windows: asks for what is seen and its neighbours, forgets what is far away. */
function useWindows<Row extends BigTableRow>(count: number, firstRows: readonly Row[], readRows: (from: number, count: number) => Promise<readonly Row[]>) {
  const windows = useRef(new Map<number, readonly Row[]>());
  const asked = useRef(new Map<number, number>());
  const wanted = useRef<[number, number]>([0, 0]);
  const [, redraw] = useState(0);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const ask = useCallback(
    (window: number, rowsThere: number) => {
      // A window at the growing end of a file that is still read is asked for again when there is more of it.
      if (asked.current.get(window) === rowsThere) return;
      asked.current.set(window, rowsThere);
      void readRows(window * WINDOW_ROWS, WINDOW_ROWS).then((rows) => {
        if (!alive.current) return;
        windows.current.set(window, rows);
        const [from, to] = wanted.current;
        for (const known of windows.current.keys()) {
          if (known < from - 4 || known > to + 4) {
            windows.current.delete(known);
            asked.current.delete(known);
          }
        }
        if (window >= from && window <= to) redraw((times) => times + 1);
      });
    },
    [readRows],
  );
  useEffect(() => {
    const [from, to] = wanted.current;
    const last = Math.floor(Math.max(0, count - 1) / WINDOW_ROWS);
    for (let window = Math.max(0, from - 1); window <= Math.min(last, to + 1); window += 1) ask(window, Math.min(WINDOW_ROWS, count - window * WINDOW_ROWS));
  });
  return {
    get: (index: number): Row | undefined => windows.current.get(Math.floor(index / WINDOW_ROWS))?.[index % WINDOW_ROWS] ?? firstRows[index],
    want: (from: number, to: number) => {
      wanted.current = [Math.floor(from / WINDOW_ROWS), Math.floor(to / WINDOW_ROWS)];
    },
  };
}
