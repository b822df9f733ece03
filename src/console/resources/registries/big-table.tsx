import { memo, useCallback, useEffect, useRef, useState, type UIEvent } from "react";
import { flushSync } from "react-dom";
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
/** Rows the frame shows at most, and rows drawn beyond its edges. */
const SEEN_ROWS = 16;
const BESIDE_ROWS = 8;
const BESIDE_STEP_ROWS = 4;
const STEP_ROWS = 4;
const NUMBER_PX = 72;
const REMARKS_PX = 420;
/** Rows asked for at once; the neighbours of the seen ones are fetched before they are scrolled to. */
const WINDOW_ROWS = 200;
/** Windows kept on each side of the seen ones. */
const KEPT_WINDOWS = 4;
const TONE_WORDS = { error: "ошибка", warning: "предупреждение", healed: "исправлено" } as const;

/**
 * A table of any length: only what is seen is drawn and held. Screen readers get a table with the whole count; the scroller takes focus, so
 * that arrows and Page Down scroll it.
 */
export function BigTable<Row extends BigTableRow>({ label, count, columns, firstRows, readRows, rowNumberOf }: BigTableProps<Row>) {
  const [top, setTop] = useState(0);
  const besideRows = useBesideRows();
  const from = Math.max(0, top - besideRows);
  const to = Math.min(count, top + SEEN_ROWS + besideRows);
  const rowAt = useWindows(count, from, to, firstRows, readRows);
  const handleScroll = (event: UIEvent<HTMLDivElement>) => {
    // Rounded, so that rows are drawn anew once per few of them; at once, so that no frame shows a gap.
    const next = Math.floor(event.currentTarget.scrollTop / ROW_PX / STEP_ROWS) * STEP_ROWS;
    if (next !== top) flushSync(() => setTop(next));
  };
  const widthPx = NUMBER_PX + columns.reduce((sum, { widthPx }) => sum + widthPx, 0) + REMARKS_PX;
  return (
    <div className="big-table" onScroll={handleScroll} tabIndex={0} role="region" aria-label={`${label}: ${grouped(count)}`}>
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
        <div role="rowgroup" style={{ position: "relative", height: count * ROW_PX }}>
          {Array.from({ length: to - from }, (_, offset) => from + offset).map((index) => (
            <BigRow key={index} place={index} row={rowAt(index)} columns={columns as readonly BigTableColumn<BigTableRow>[]} rowNumberOf={rowNumberOf as (row: BigTableRow) => number} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** How many rows are drawn beyond the edges: none in the first frame, which shows what is seen the sooner, and all of them some frames later. */
function useBesideRows(): number {
  const [rows, setRows] = useState(0);
  useEffect(() => {
    if (rows === BESIDE_ROWS) return;
    const frame = requestAnimationFrame(() => setRows(rows + BESIDE_STEP_ROWS));
    return () => cancelAnimationFrame(frame);
  }, [rows]);
  return rows;
}

interface BigRowProps {
  readonly place: number;
  readonly row: BigTableRow | undefined;
  readonly columns: readonly BigTableColumn<BigTableRow>[];
  readonly rowNumberOf: (row: BigTableRow) => number;
}

const BigRow = memo(function BigRow({ place, row, columns, rowNumberOf }: BigRowProps) {
  const remarks = row?.remarks.map(({ message }) => message).join("; ") ?? "";
  return (
    <div role="row" aria-rowindex={place + 2} className="big-table-row" style={{ position: "absolute", top: 0, transform: `translateY(${place * ROW_PX}px)` }}>
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

/**
 * Rows by windows: asks for what is seen and its neighbours, forgets what is far away.
 *
 * @returns the row at a place, `undefined` until it has come.
 */
function useWindows<Row extends BigTableRow>(count: number, fromRow: number, toRow: number, firstRows: readonly Row[], readRows: (from: number, count: number) => Promise<readonly Row[]>) {
  const [windows, setWindows] = useState<ReadonlyMap<number, readonly Row[]>>(new Map());
  /** Window → rows there were to ask for: the growing end of a file that is still read is asked for again. */
  const asked = useRef(new Map<number, number>());
  const first = Math.max(0, Math.floor(fromRow / WINDOW_ROWS) - 1);
  const last = Math.floor(Math.max(0, Math.min(count, toRow + WINDOW_ROWS) - 1) / WINDOW_ROWS);
  useEffect(() => {
    const asking = asked.current;
    for (const window of asking.keys()) if (window < first - KEPT_WINDOWS || window > last + KEPT_WINDOWS) asking.delete(window);
    for (let window = first; window <= last; window += 1) {
      const rowsThere = Math.min(WINDOW_ROWS, count - window * WINDOW_ROWS);
      if (rowsThere <= 0 || asking.get(window) === rowsThere) continue;
      asking.set(window, rowsThere);
      void readRows(window * WINDOW_ROWS, WINDOW_ROWS).then((rows) => {
        setWindows((before) => new Map([...before, [window, rows] as const].filter(([known]) => asking.has(known))));
      });
    }
  }, [count, first, last, readRows]);
  // The first ones stay the same objects, so that they are not drawn again when their window comes.
  return useCallback((index: number): Row | undefined => firstRows[index] ?? windows.get(Math.floor(index / WINDOW_ROWS))?.[index % WINDOW_ROWS], [windows, firstRows]);
}
