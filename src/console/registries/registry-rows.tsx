import { Button } from "antd";
import { ROWS } from "#contract/values/plural.ts";
import { hasStarted } from "#contract/registries/registry-states.ts";
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  type ClipboardEvent,
  type RefObject,
} from "react";
import { useSearchParams } from "react-router";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { useIsPrinting } from "#web/theme/printing.ts";
import { filter, type ListFilter } from "#console/kit/filters.tsx";
import { ListView } from "#console/kit/list-view.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { PasteUndo } from "./paste-plan-modal.tsx";
import { RegistryCauses } from "./registry-causes.tsx";
import { FileFindings, filtersOf, NO_CAUSE, useFindingFilter } from "./registry-findings.tsx";
import {
  itemsResourceOf,
  type RegistryKind,
  type RegistryParts,
  type RegistryRow,
} from "./registry-kind.ts";
import { groupedDigits } from "./registry-labels.ts";
import { rowTitle } from "./registry-columns.tsx";
import { useCellColumns, useCheckedColumns } from "./row-columns.tsx";
import { RowDetails } from "./row-details.tsx";
import { useCellDrafts } from "./use-cell-drafts.ts";
import { useFocusErrors, useKeptFocus, walkCells } from "./use-cell-focus.ts";
import type { ItemEdits } from "./use-item-edits.ts";
import { usePaste } from "./use-paste.ts";
import { useRowsOnDemand } from "./use-rows-on-demand.ts";
import type { RowRemovals } from "./use-row-removals.ts";

interface RegistryRowsProps<Info extends RegistryInfo, Item extends RegistryRow> {
  readonly kind: RegistryKind;
  readonly parts: RegistryParts<Info, Item>;
  readonly info: Info;
  readonly list: PagedList<Item>;
  readonly edits: ItemEdits;
  readonly removals: RowRemovals;
  readonly onChanged: () => void;
  /** «Исправить ошибки»: focus the first error once rendered. */
  readonly wantsFix: boolean;
  readonly onFixFocused: () => void;
  /** The focused row has left the list. */
  readonly onAllFixed: () => void;
}

const SEARCH = filter.search("Найти строку");
/** Set by the figures; shown as removable tags. */
const BY_FIGURES: readonly ListFilter[] = [
  filter.marked("onlyErrors", "С ошибками"),
  filter.marked("onlyWarnings", "С предупреждениями"),
];

/** Editable before execution; then with results. */
export function RegistryRows<Info extends RegistryInfo, Item extends RegistryRow>({
  kind,
  parts,
  info,
  list,
  edits,
  removals,
  onChanged,
  wantsFix,
  onFixFocused,
  onAllFixed,
}: RegistryRowsProps<Info, Item>) {
  const { Bulk } = parts;
  const box = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useSearchParams();
  const isResult = hasStarted(info.state.id);
  const isReading = info.state.id === "UPLOADED" || info.state.id === "VALIDATING";
  const rows = useMemo(
    () => list.rows.filter(({ id }) => !removals.isHidden(id)).map(edits.shown),
    [list.rows, removals, edits],
  );
  const open = useCallback(
    (item: Item) => setQuery((before) => (before.set("open", String(item.id)), before)),
    [setQuery],
  );
  const cells = useCellColumns(kind);
  const drafts = useCellDrafts(kind);
  const canChange = info.permissions.update && !isResult;
  const tools = useMemo(
    () => ({ kind, drafts, save: edits.save, canChange }),
    [kind, drafts, edits.save, canChange],
  );
  const checked = useCheckedColumns<Item>({
    info,
    rows,
    cells,
    tools,
    remove: removals.remove,
    open,
  });
  const results = parts.useResults({ info, onChanged, open });
  const paste = usePaste(kind, info, list, onChanged);
  const findings = useFindingFilter(kind, info);
  const states = useStateFilter(kind, info);
  const isPrinting = useIsPrinting();
  const demand = useRowsOnDemand(
    list.filters,
    wantsFix || isResult || isPrinting || query.has("open"),
  );
  useKeptFocus(box, rows);
  useFocusErrors(box, rows, wantsFix, onFixFocused);
  useEmptyFilter(info, list, box, onAllFixed);
  useFilterUntilStart(info, list);

  const handlePaste = (event: ClipboardEvent) => {
    const { row, column } = (event.target as HTMLElement).dataset;
    const text = event.clipboardData.getData("text/plain");
    const from = rows.findIndex(({ id }) => String(id) === row);
    if (!canChange || from < 0 || column === undefined || !/[\t\n]/.test(text.trimEnd())) return;
    event.preventDefault();
    void paste.open({
      text,
      rows: rows.slice(from),
      columns: columnsFrom(event.target as HTMLElement, column),
    });
  };
  return (
    <>
      {isResult || info.state.id === "CANCELED" ? null : (
        <>
          <FileFindings kind={kind} info={info} />
          <RegistryCauses
            kind={kind}
            info={info}
            onChanged={onChanged}
            onShow={(cause) => list.setFilters(filtersOf(cause))}
          />
        </>
      )}
      <PasteUndo paste={paste} />
      <div ref={box} tabIndex={-1} onKeyDown={walkCells} onPaste={handlePaste}>
        {demand.isHidden && info.rowsCount > 0 ? (
          <Button block size="large" onClick={() => (demand.show(), box.current?.focus())}>
            Показать строки ({groupedDigits(info.rowsCount)})
          </Button>
        ) : (
          <ListView<Item>
            title="Строки реестра"
            settingsName={`${itemsResourceOf(kind)}.${isResult ? "results" : "checked"}`}
            list={{ ...list, rows }}
            columns={isResult ? results : checked}
            filters={[SEARCH, isResult ? states : findings, ...BY_FIGURES]}
            countWords={ROWS}
            wholeIn="Все строки — в файле: «⋯», «Скачать реестр»"
            bulk={
              Bulk && info.permissions.undo
                ? (selection) => <Bulk info={info} onChanged={onChanged} selection={selection} />
                : undefined
            }
            drawer={{
              title: rowTitle,
              content: (item) => (
                <RowDetails
                  key={item.id}
                  item={item}
                  cells={cells}
                  tools={tools}
                  facts={<parts.RowFacts info={info} item={item} onChanged={onChanged} />}
                />
              ),
            }}
            empty={
              isReading
                ? "Строки появятся, как только будут прочитаны"
                : "В реестре нет строк. Загрузите исправленный файл или вставьте строки из Excel"
            }
          />
        )}
      </div>
    </>
  );
}

function columnsFrom(cell: HTMLElement, column: string): string[] {
  const seen = [
    ...(cell.closest("tr, li")?.querySelectorAll<HTMLElement>("[data-cell]") ?? []),
  ].map(({ dataset }) => dataset.cell ?? "");
  return seen.slice(seen.indexOf(column));
}

function useStateFilter(kind: RegistryKind, { statesCount }: RegistryInfo): ListFilter {
  return useMemo(() => {
    const options = Object.entries(statesCount).flatMap(([id, count]) =>
      count > 0 && kind.stateTitles[id]
        ? [{ id, title: `${kind.stateTitles[id]} (${groupedDigits(count)})` }]
        : [],
    );
    return filter.manyOf("states", "Состояние", options, kind.stateTitles);
  }, [kind, statesCount]);
}

/** What was looked for before the start is no view of its results. */
function useFilterUntilStart<Item>({ state }: RegistryInfo, { setFilters }: PagedList<Item>): void {
  const isStarted = state.id === "APPROVAL" || state.id === "SCHEDULED" || hasStarted(state.id);
  const wasStarted = useRef(isStarted);
  useEffect(() => {
    if (isStarted && !wasStarted.current) setFilters(NO_CAUSE);
    wasStarted.current = isStarted;
  }, [isStarted, setFilters]);
}

function useEmptyFilter<Item>(
  { errorsCount, warningsCount }: RegistryInfo,
  { filters, isLoading, isFetching, total, resetFilters }: PagedList<Item>,
  box: RefObject<HTMLElement | null>,
  onAllFixed: () => void,
): void {
  const isAboutFindings =
    filters.onlyErrors === "true" || filters.onlyWarnings === "true" || filters.cause !== undefined;
  const hasNothing =
    !isLoading &&
    !isFetching &&
    total === 0 &&
    (filters.onlyWarnings === "true" ? warningsCount === 0 : errorsCount === 0) &&
    filters.search === undefined;
  useEffect(() => {
    if (!isAboutFindings || !hasNothing) return;
    resetFilters();
    // The focus was lost with the last row, or is on the table.
    if (document.activeElement === document.body || document.activeElement === box.current)
      onAllFixed();
  }, [isAboutFindings, hasNothing, resetFilters, box, onAllFixed]);
}
