import { Button, Select } from "antd";
import { useEffect } from "react";
import type { PayrollInfo, PayrollItem } from "#contract/registries/payroll-registry.ts";
import { PAYROLL_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import { countOf } from "#contract/values/plural.ts";
import { ErrorPage } from "#console/ui/error-page.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { filter } from "#console/kit/filters.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { CauseFilter, FileRemarks } from "./registry-causes.tsx";
import { ItemPages } from "./item-pages.tsx";
import { ItemTable } from "./item-table.tsx";
import { grouped, hasStarted, ROWS } from "./registry-words.ts";
import { ResultTable } from "./result-table.tsx";
import type { ItemEdits } from "./use-item-edits.ts";
import type { RowRemovals } from "./use-row-removals.ts";

export interface ItemSectionProps {
  readonly info: PayrollInfo;
  readonly list: PagedList<PayrollItem>;
  readonly edits: ItemEdits;
  readonly removals: RowRemovals;
  readonly onChanged: () => void;
  readonly onPostings: (item: PayrollItem) => void;
  /** «Исправить ошибки» was pressed: the focus goes to the first cell with an error as soon as there is one. */
  readonly wantsFix: boolean;
  readonly onFixFocused: () => void;
  /** The last mistake is corrected and the focus has gone with its row. */
  readonly onAllFixed: () => void;
}

/** Rows of the registry, thirty at a time: to correct before the payout, with their results after it. */
export function ItemSection(props: ItemSectionProps) {
  const { info, list, edits, removals, onAllFixed } = props;
  const rows = list.rows.filter((row) => !removals.isHidden(row.id)).map(edits.shown);
  const isFiltered = Object.values(list.filters).some(Boolean);
  const isReading = info.state.id === "UPLOADED" || info.state.id === "VALIDATING";
  useLostPage(list);
  useEmptyFilter(info, list, onAllFixed);
  if (list.error && rows.length === 0) return <ErrorPage status={list.error.statusCode} message={list.error.message} onRetry={list.error.statusCode >= 500 ? list.reload : undefined} />;
  return (
    <section aria-label="Строки реестра" className="items">
      {hasStarted(info.state.id) ? null : <FileRemarks info={info} />}
      <ItemFilters info={info} list={list} />
      <p className="list-count" role="status">
        {list.isLoading ? "Загружаем…" : isFiltered ? `Найдено: ${countOf(list.total, ROWS)}` : countOf(list.total, ROWS)}
      </p>
      {rows.length > 0 ? hasStarted(info.state.id) ? <ResultTable {...props} rows={rows} /> : <ItemTable {...props} rows={rows} /> : null}
      {list.isLoading ? <div className="items-wait" aria-hidden="true" /> : null}
      {!list.isLoading && rows.length === 0 ? (
        <div className="card">
          <p>{isReading ? "Строки появятся, как только будут прочитаны" : isFiltered ? "По этим фильтрам ничего не найдено" : "В реестре нет строк. Загрузите исправленный файл или вставьте строки из Excel"}</p>
          {isFiltered ? (
            <LightButton look="plain" isSmall onClick={list.resetFilters}>
              Сбросить фильтры
            </LightButton>
          ) : null}
        </div>
      ) : null}
      {list.total > list.perPage ? <ItemPages list={list} /> : null}
    </section>
  );
}

function ItemFilters({ info, list }: { info: PayrollInfo; list: PagedList<PayrollItem> }) {
  const { filters, setFilters } = list;
  const isPaying = hasStarted(info.state.id);
  const states = Object.entries(info.statesCount).filter(([, count]) => count > 0);
  return (
    <div className="list-toolbar" role="group" aria-label="Фильтры строк">
      {SEARCH.render(filters, setFilters)}
      {isPaying ? (
        <Select
          aria-label="Состояние строк"
          placeholder="Состояние"
          allowClear
          popupMatchSelectWidth={false}
          style={{ minWidth: 190 }}
          value={filters["states"] || undefined}
          options={states.map(([state, count]) => ({ value: state, label: `${PAYROLL_ITEM_STATE.has(state) ? PAYROLL_ITEM_STATE.titles[state] : state}: ${grouped(count)}` }))}
          onChange={(value) => setFilters({ states: value })}
        />
      ) : (
        <CauseFilter info={info} list={list} />
      )}
      {Object.values(filters).some(Boolean) ? (
        <Button type="link" onClick={list.resetFilters}>
          Сбросить фильтры
        </Button>
      ) : null}
    </div>
  );
}

const SEARCH = filter.search("Найти строку");

/** Corrected rows leave a filtered list: when the last page is empty, the one before is shown. */
function useLostPage(list: PagedList<PayrollItem>): void {
  const { isFetching, page, perPage, total, setPage } = list;
  const last = Math.max(1, Math.ceil(total / perPage));
  useEffect(() => {
    if (!isFetching && total > 0 && page > last) setPage(last);
  }, [isFetching, page, last, total, setPage]);
}

/** When the last mistake is corrected nothing is left to filter: all rows are shown again. */
function useEmptyFilter({ errorsCount, warningsCount }: PayrollInfo, { filters, isFetching, total, resetFilters }: PagedList<PayrollItem>, onAllFixed: () => void): void {
  const isAboutRemarks = filters.onlyErrors === "true" || filters.onlyWarnings === "true" || filters.cause !== undefined;
  const hasNothing = !isFetching && total === 0 && (filters.onlyWarnings === "true" ? warningsCount === 0 : errorsCount === 0) && filters.search === undefined;
  useEffect(() => {
    if (!isAboutRemarks || !hasNothing) return;
    resetFilters();
    if (document.activeElement === document.body) onAllFixed();
  }, [isAboutRemarks, hasNothing, resetFilters, onAllFixed]);
}
