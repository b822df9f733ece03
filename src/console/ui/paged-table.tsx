import { Table, type TableColumnType } from "antd";
import { useLayoutEffect, useMemo, useRef, type Key, type ReactNode } from "react";
import type { BaseRecord } from "@refinedev/core";
import { countOf } from "#contract/values/plural.ts";
import { ErrorPage } from "./error-page.tsx";
import { LightButton } from "./light/light-button.tsx";
import { orderHeader } from "./order-header.tsx";
import { selectionColumn, type RowSelection } from "./selection-column.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import "./paged-table.css";

/** Rows per page a person may choose. */
const PAGE_SIZES = [10, 30, 50, 100];
/** Fewer than fill the reserved height, so that a short list shrinks nothing when it comes. */
const SKELETON = [0, 1, 2, 3, 4, 5, 6, 7];
const ROWS = ["строка", "строки", "строк"] as const;

/** A column: what it shows of a row, and by which field of the contract it orders. */
export interface PagedColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** `sortBy` of the list's query; a column without it cannot be ordered by. */
  readonly sortField?: string;
  readonly align?: "left" | "right" | "center";
  readonly width?: number;
}

interface PagedTableProps<Row> {
  readonly list: PagedList<Row>;
  /** The same array while nothing of it changes: the rows are drawn anew with it. */
  readonly columns: readonly PagedColumn<Row>[];
  /** What the table is, for screen readers: «Реестры выплат». */
  readonly label: string;
  readonly rowKey?: (row: Row) => Key;
  /** Words for the rows' count: 1, 2, 5. */
  readonly countWords?: readonly [string, string, string];
  /** Stands in place of a list nobody has filled yet: what it is for and how to begin. */
  readonly empty: ReactNode;
  /** Filters above the table; they change `list.setFilters`. */
  readonly filters?: ReactNode;
  readonly selection?: RowSelection<Row>;
  readonly rowClassName?: (row: Row) => string;
}

/**
 * A server-paged list as Ant Design's Table: state in the address, height reserved while loading, order and count read out, and an own page for an
 * empty, a filtered-empty and a refused list. Source: specification §8 (failures of lists); experience goals 3, 7, 16, 17.
 */
export function PagedTable<Row extends BaseRecord>({ list, columns, label, rowKey, countWords = ROWS, empty, filters, selection, rowClassName }: PagedTableProps<Row>) {
  if (list.error && list.rows.length === 0) return <ErrorPage status={list.error.statusCode} message={list.error.message} onRetry={list.error.statusCode >= 500 ? list.reload : undefined} />;

  const hasFilters = Object.values(list.filters).some((value) => value !== undefined && value !== "");
  const isEmpty = !list.isLoading && !list.isFetching && list.total === 0;
  return (
    <div className="paged-table">
      {filters && (!isEmpty || hasFilters) ? <div className="paged-filters">{filters}</div> : null}
      <output className="paged-count muted">
        {list.isLoading ? "Загружаем…" : isEmpty ? " " : countText(list, countWords)}
      </output>
      {isEmpty ? (
        <div className="card paged-empty">
          {hasFilters ? (
            <>
              <p>По этим фильтрам ничего не найдено</p>
              <LightButton look="plain" onClick={list.resetFilters}>
                Сбросить фильтры
              </LightButton>
            </>
          ) : (
            empty
          )}
        </div>
      ) : (
        <Rows list={list} columns={columns} label={label} rowKey={rowKey} selection={selection} rowClassName={rowClassName} />
      )}
      {isEmpty || list.isLoading ? null : <Pages list={list} label={label} />}
    </div>
  );
}

/** The table itself. While another page is under way its rows stay as they are, dimmed by the style sheet: nothing of the table is drawn anew before the answer. */
function Rows<Row extends BaseRecord>({ list, columns, label, rowKey = idOf, selection, rowClassName }: Pick<PagedTableProps<Row>, "list" | "columns" | "label" | "rowKey" | "selection" | "rowClassName">) {
  const { isLoading, isFetching, rows, order } = list;
  const toggleOrder = useLatest(list.toggleOrder);
  const table = useMemo(() => {
    const shown = isLoading ? [] : (rows as Row[]);
    const own = columns.map((column) => toAntdColumn(column, order, (field) => toggleOrder.current(field)));
    return (
      <Table<Row>
        aria-label={label}
        rowKey={rowKey}
        columns={selection ? [selectionColumn(selection, shown, rowKey), ...own] : own}
        dataSource={shown}
        locale={{ emptyText: isLoading ? <SkeletonRows /> : " " }}
        rowClassName={rowClassName}
        size="middle"
        // The style sheet does it: a table that follows the pointer by itself asks every cell of every row.
        rowHoverable={false}
        pagination={false}
      />
    );
  }, [isLoading, rows, order, columns, label, rowKey, selection, rowClassName, toggleOrder]);
  return (
    <div className="paged-rows" aria-busy={isFetching} data-stale={(isFetching && !isLoading) || undefined}>
      {table}
    </div>
  );
}

function idOf(row: BaseRecord): Key {
  return row.id as Key;
}

/** The newest of a value that changes with every drawing, for handlers that outlive it. */
function useLatest<Value>(value: Value): React.RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

function toAntdColumn<Row extends BaseRecord>({ key, title, render, sortField, align, width }: PagedColumn<Row>, order: PagedList<Row>["order"], toggleOrder: (field: string) => void): TableColumnType<Row> {
  const header = sortField === undefined ? { title } : orderHeader<Row>(title, sortField, order, toggleOrder);
  return { key, align, width, ...header, render: (_, row) => render(row) };
}

/** The neighbouring pages, the last one and the size of a page. Our own: Ant Design's pagination brings Select and names its buttons in English. */
function Pages<Row>({ list, label }: { list: PagedList<Row>; label: string }) {
  const last = Math.max(1, Math.ceil(list.total / list.perPage));
  const pages = pagesAround(list.page, last);
  return (
    <nav className="paged-pages" aria-label={`${label}: страницы`}>
      <LightButton look="plain" isSmall disabled={list.page <= 1} onClick={() => list.setPage(list.page - 1)}>
        Назад
      </LightButton>
      {pages.map((page, index) =>
        page === null ? (
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <LightButton key={page} look={page === list.page ? "main" : "plain"} isSmall aria-label={`Страница ${page}`} aria-current={page === list.page ? "page" : undefined} onClick={() => list.setPage(page)}>
            {page}
          </LightButton>
        ),
      )}
      <LightButton look="plain" isSmall disabled={list.page >= last} onClick={() => list.setPage(list.page + 1)}>
        Вперёд
      </LightButton>
      <label className="paged-size">
        Строк на странице
        <select className="input" value={list.perPage} onChange={(event) => list.setPage(1, Number(event.target.value))}>
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
    </nav>
  );
}

/** Page numbers to show: the first, the last and the neighbours; `null` is a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((one, index) => {
    const before = sorted[index - 1];
    if (before === undefined || one - before === 1) return [one];
    return one - before === 2 ? [one - 1, one] : [null, one];
  });
}

function countText<Row>(list: PagedList<Row>, words: readonly [string, string, string]): string {
  const from = (list.page - 1) * list.perPage + 1;
  const to = Math.min(list.total, from + list.rows.length - 1);
  const whole = countOf(list.total, words);
  return list.total <= list.perPage ? whole : `${from}–${to} из ${whole}`;
}

/** Lines of the height of rows, so that nothing jumps when the data come. */
function SkeletonRows() {
  return (
    <div className="skeleton-rows" aria-hidden="true">
      {SKELETON.map((line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}
