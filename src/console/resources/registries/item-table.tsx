import { PAYROLL_ITEM_TONES } from "#contract/registries/registry-item-states.ts";
import { memo, useCallback, useEffect, useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent, type RefObject } from "react";
import type { PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import { StateTag } from "#console/ui/state-tag.tsx";
import { EditableCell } from "./editable-cell.tsx";
import type { ItemSectionProps } from "./item-section.tsx";
import { PAYROLL } from "./kinds/payroll.tsx";
import { PastePlanDialog, PasteUndo } from "./paste-plan-dialog.tsx";
import { useCellDrafts, type CellDrafts } from "./use-cell-drafts.ts";
import { usePaste } from "./use-paste.ts";
import { useMoneySight } from "./use-registry.ts";
import type { ItemEdits } from "./use-item-edits.ts";
import "./item-table.css";

/** Columns that are seldom filled stand in the table when a row of the page has something in them. */
const SELDOM: ReadonlySet<PayrollColumnKey> = new Set(["actDate", "payoutMethod", "project", "tags", "comment", "externalId"]);
/** Order on the screen: who, for what, how much first; what is seldom filled last. */
const ORDER: readonly PayrollColumnKey[] = ["inn", "fullName", "serviceCode", "amount", "workStart", "workEnd", "receiptText", "actDate", "payoutMethod", "project", "tags", "comment", "externalId"];
const COLUMNS = ORDER.flatMap((key) => PAYROLL.columns.filter((column) => column.key === key));
type Column = (typeof COLUMNS)[number];
const NUMERIC: readonly string[] = ["inn", "serviceCode"];

type Props = ItemSectionProps & { readonly rows: readonly PayrollItem[] };

/**
 * Rows to correct, cell by cell. Tab goes from mistake to mistake, arrows to any cell, Enter or typing opens one; a block pasted
 * on a cell goes over the rows that are seen from there.
 */
export function ItemTable({ info, list, rows, edits, removals, onChanged, wantsFix, onFixFocused }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const sight = useMoneySight();
  const drafts = useCellDrafts();
  const paste = usePaste(info, list, onChanged);
  const columns = COLUMNS.filter(({ key }) => (sight.sums || key !== "amount") && (!SELDOM.has(key) || rows.some((row) => isUsed(row, key))));
  const hasErrors = rows.some((row) => row.errors.length > 0);
  useKeptFocus(scroller, rows);
  useFocusErrors(scroller, rows, wantsFix, onFixFocused);

  const handleKey = (event: KeyboardEvent) => {
    const place = (event.target as HTMLElement).dataset.place;
    const step = STEPS[event.key];
    if (!place || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row = 0, column = 0] = place.split(":").map(Number);
    const next = scroller.current?.querySelector<HTMLElement>(`[data-place="${row + step[0]}:${column + step[1]}"]`);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const target = event.target as HTMLElement;
    const text = event.clipboardData.getData("text/plain");
    if (!info.permissions.update || !/[\t\n]/.test(text.trimEnd())) return;
    const [row = 0, column = 0] = (target.dataset.place ?? "").split(":").map(Number);
    if (!rows[row] || !target.dataset.column) return;
    event.preventDefault();
    void paste.open({ text, rows: rows.slice(row), columns: columns.slice(column).map(({ key }) => key) });
  };
  return (
    <>
    <PasteUndo paste={paste} />
    <div ref={scroller} className="item-scroll" tabIndex={0} role="region" aria-label="Таблица строк" onKeyDown={handleKey} onPaste={handlePaste}>
      <table className="item-table" aria-label="Строки реестра" aria-rowcount={info.rowsCount + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">№</th>
            <th scope="col">Состояние</th>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
            {info.permissions.update ? <th scope="col" className="cell-actions">Действия</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((item, index) => (
            <ItemRow key={item.id} item={item} index={index} columns={columns} canChange={info.permissions.update} isFirstStop={!hasErrors && index === 0} drafts={drafts} save={edits.save} remove={removals.remove} />
          ))}
        </tbody>
      </table>
      {paste.plan ? <PastePlanDialog paste={paste} plan={paste.plan} /> : null}
    </div>
    </>
  );
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

interface ItemRowProps {
  readonly item: PayrollItem;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly canChange: boolean;
  /** Without mistakes the first cell takes the Tab. */
  readonly isFirstStop: boolean;
  readonly drafts: CellDrafts;
  readonly save: ItemEdits["save"];
  readonly remove: (item: PayrollItem) => void;
}

const ItemRow = memo(function ItemRow({ item, index, columns, canChange, isFirstStop, drafts, save, remove }: ItemRowProps) {
  const handleSave = useCallback((column: string, text: string) => save(item, column, text), [save, item]);
  // A mistake may stand in a column that is scrolled away: its name is told here.
  const wrongColumns = [...new Set(item.errors.flatMap(({ columnTitle }) => columnTitle ?? []))];
  const general = item.errors.filter(({ column }) => column === null);
  return (
    <tr aria-rowindex={item.rowNo + 1} data-bad={item.errors.length > 0 || undefined}>
      <th scope="row" className="num">
        {item.rowNo}
        {item.fileLine !== null && item.fileLine !== item.rowNo ? <small title="Строка файла">{item.fileLine}</small> : null}
      </th>
      <td data-label="Состояние">
        <StateTag tone={PAYROLL_ITEM_TONES[item.state.id]}>{item.state.title}</StateTag>
        {wrongColumns.length > 0 ? <small className="cell-error">{wrongColumns.join(", ")}</small> : null}
        {general.map(({ message }) => (
          <span key={message} className="cell-error">
            {message}
          </span>
        ))}
      </td>
      {columns.map((column, place) => (
        <EditableCell
          key={column.key}
          column={column.key}
          title={column.title}
          rowNo={item.rowNo}
          place={`${index}:${place}`}
          text={item.cells[column.key] ?? ""}
          errors={messagesOf(item.errors, column.key)}
          warnings={messagesOf(item.warnings, column.key)}
          isHealed={item.healedColumns.includes(column.key)}
          canEdit={canChange && item.permissions.update}
          isStop={isFirstStop && place === 0}
          inputMode={NUMERIC.includes(column.key) ? "numeric" : column.key === "amount" ? "decimal" : "text"}
          drafts={drafts}
          draftName={`${item.id}:${column.key}`}
          onSave={handleSave}
        />
      ))}
      {canChange ? (
        <td data-label="Действия" className="cell-actions">
          {item.permissions.delete ? (
            <button type="button" className="button button-link" tabIndex={isFirstStop ? 0 : -1} data-place={`${index}:${columns.length}`} aria-label={`Удалить строку ${item.rowNo}`} onClick={() => remove(item)}>
              Удалить
            </button>
          ) : null}
        </td>
      ) : null}
    </tr>
  );
});

function isUsed({ cells, errors, warnings }: PayrollItem, key: PayrollColumnKey): boolean {
  return (cells[key] ?? "") !== "" || [...errors, ...warnings].some(({ column }) => column === key);
}

/** One text, so that a cell whose remarks are the same is not drawn again. */
function messagesOf(remarks: PayrollItem["errors"], column: string): string {
  return remarks
    .filter((remark) => remark.column === column)
    .map(({ message }) => message)
    .join(". ");
}

/** A row that leaves the list while its cell has the focus hands it to the next mistake, or to the table. */
function useKeptFocus(scroller: RefObject<HTMLDivElement | null>, rows: readonly PayrollItem[]): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    const box = scroller.current;
    const note = () => {
      hadFocus.current = box?.contains(document.activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [scroller]);
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    (scroller.current?.querySelector<HTMLElement>(FIRST_ERROR) ?? scroller.current)?.focus();
  }, [rows, scroller]);
}

const FIRST_ERROR = "button[data-error]";

/** «Исправить ошибки»: focus goes to the first mistake, at once or as soon as the filtered rows have come. */
function useFocusErrors(scroller: RefObject<HTMLDivElement | null>, rows: readonly PayrollItem[], wantsFix: boolean, onFocused: () => void): void {
  useEffect(() => {
    if (!wantsFix) return;
    const cell = scroller.current?.querySelector<HTMLElement>(FIRST_ERROR);
    cell?.focus();
    if (cell) onFocused();
  }, [rows, wantsFix, onFocused, scroller]);
}
