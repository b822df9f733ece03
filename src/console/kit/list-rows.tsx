import type { BaseRecord } from "@refinedev/core";
import { Button, Flex, Pagination, Table, type TableColumnType, type TableProps } from "antd";
import {
  cloneElement,
  lazy,
  Suspense,
  type Key,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from "react";
import { useSearchParams } from "react-router";
import { countFrom, countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { useIsPrinting } from "#web/theme/printing.ts";
import type { ListColumn } from "./columns.tsx";
import { widthOf } from "./fit-columns.ts";
import type { ListViewProps } from "./list-view.tsx";
import { PrintNote } from "./print-head.tsx";
import { isOwnClick } from "./row-click.ts";
import { useIsPhone } from "./use-is-phone.ts";
import type { VisibleColumn } from "./use-list-settings.ts";
import type { PagedList } from "./use-paged-list.ts";
import type { Selection } from "./use-selection.ts";

const PhoneRows = lazy(async () => ({
  default: (await import("./phone-rows.tsx")).PhoneRows,
})) as typeof import("./phone-rows.tsx").PhoneRows;

const PAGE_SIZES = [10, 30, 50, 100];
/** With more pages a jump to a number is offered. */
const MANY_PAGES = 10;

/** A truncated cell has its full text as a tooltip. */
const SHOWS_WHOLE = {
  onMouseEnter: ({ currentTarget: cell }: MouseEvent<HTMLElement>) => {
    cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : "";
  },
};

export interface ListRowsProps<Row extends BaseRecord> extends Pick<
  ListViewProps<Row>,
  "list" | "title" | "countWords" | "bulk" | "totals" | "drawer" | "wholeIn"
> {
  readonly columns: readonly VisibleColumn<ListColumn<Row>>[];
  /** Say one thing in all rows, so a line above the table says it. */
  readonly folded: readonly ListColumn<Row>[];
  readonly density: "small" | "middle";
  readonly isWaiting: boolean;
  readonly selection: Selection<Row>;
  readonly openParameter: string;
  /** Views and settings. */
  readonly tools: ReactNode;
}

export function ListRows<Row extends BaseRecord>(props: ListRowsProps<Row>) {
  const {
    list,
    columns,
    title,
    density,
    isWaiting,
    selection,
    bulk,
    drawer,
    openParameter,
    totals,
  } = props;
  const isPrinting = useIsPrinting();
  const isPhone = useIsPhone() && !isPrinting;
  const [, setQuery] = useSearchParams();
  const isFirst = list.isLoading || isWaiting;
  const open = (row: Row) =>
    setQuery((before) => (before.set(openParameter, String(row.id)), before));
  const pages = {
    current: list.page,
    pageSize: list.perPage,
    total: list.total,
    pageSizeOptions: PAGE_SIZES,
    showSizeChanger: true,
    showQuickJumper: list.total > list.perPage * MANY_PAGES,
    size: "small" as const,
    onChange: (page: number, perPage: number) =>
      list.setPage(perPage === list.perPage ? page : 1, perPage),
  };
  return (
    <>
      <div className="list-count">
        <output aria-live="polite">
          {isFirst ? waitingText(list) : countText(list, props.countWords)}
        </output>
        {isFirst ? null : totals?.(list)}
        {isFirst ? null : <FoldedColumns {...props} />}
        {bulk && selection.count > 0 ? <BulkBar {...props} /> : null}
        {props.tools}
      </div>
      {list.total > list.rows.length ? (
        <PrintNote>
          Напечатана одна страница списка. {props.wholeIn ?? "Остальное — на других его страницах"}
        </PrintNote>
      ) : null}
      {isPhone ? (
        <>
          <Suspense fallback={<div className="list-wait" />}>
            <PhoneRows {...props} onRowOpen={drawer ? open : undefined} />
          </Suspense>
          {list.total > list.perPage ? (
            <Pagination {...pages} simple showSizeChanger={false} showQuickJumper={false} />
          ) : null}
        </>
      ) : (
        <Table<Row>
          aria-label={title}
          aria-busy={list.isFetching}
          rowKey={(row) => row.id as Key}
          size={density}
          // On paper the head is the table's own, repeated on each sheet, and columns share its width.
          sticky={!isPrinting}
          tableLayout={isPrinting ? "auto" : "fixed"}
          scroll={isPrinting ? undefined : { x: widthOf(columns, bulk !== undefined) }}
          loading={isFirst || list.isFetching}
          columns={
            isPrinting
              ? columns
                  .filter(isPrinted)
                  .map((one) => ({ ...toAntdColumn(one, list), ...ON_PAPER }))
              : columns.map((one) => toAntdColumn(one, list))
          }
          dataSource={isFirst ? [] : (list.rows as Row[])}
          locale={{ emptyText: <div className="list-wait" /> }}
          onChange={handleChange(list)}
          pagination={isFirst || isPrinting ? false : { ...pages, position: ["bottomRight"] }}
          rowSelection={
            bulk && !isPrinting
              ? { ...rowSelectionOf(selection), fixed: columns.some(({ isPinned }) => isPinned) }
              : undefined
          }
          onRow={
            drawer
              ? (row) => ({
                  className: "row-opens",
                  onClick: (event) => isOwnClick(event) && open(row),
                })
              : undefined
          }
        />
      )}
    </>
  );
}

const ON_PAPER = { width: undefined, fixed: undefined } as const;

function isPrinted({ key }: { readonly key: string }): boolean {
  return key !== "actions";
}

/** «Во всех строках: Налог: Самозанятый, подтверждён». */
function FoldedColumns<Row extends BaseRecord>({
  folded,
  list: { rows, total },
}: ListRowsProps<Row>) {
  const [row] = rows;
  const told = folded.filter(({ key }) => key !== "actions");
  if (row === undefined || told.length === 0) return null;
  return (
    <Flex component="span" wrap gap="0 12px">
      {rows.length < total ? "Во всех строках страницы:" : "Во всех строках:"}
      {told.map(({ key, title, render, isEmpty }) => (
        <span key={key}>
          {title}: <span data-folded={title}>{isEmpty?.(row) ? "—" : render(row)}</span>
        </span>
      ))}
    </Flex>
  );
}

/**
 * «Выбрано 1 240 из 1 240, сумма 3 456 789,00 ₽», «select all», commands. Source: experience goal
 * 9.
 */
function BulkBar<Row extends BaseRecord>({
  list,
  selection,
  bulk,
  countWords,
}: ListRowsProps<Row>) {
  const isWholePage =
    selection.rows.length >= list.rows.length &&
    !selection.isEverything &&
    list.total > selection.count;
  return (
    <span className="bulk-bar" role="group" aria-label="Выбранные строки">
      <strong>
        Выбрано {countOf(selection.count, countWords)} из {list.total}
        {selection.sum === null ? null : <>, сумма {formatRubles(selection.sum)}</>}
      </strong>
      {isWholePage ? (
        <Button type="link" size="small" onClick={selection.chooseEverything}>
          Выбрать все {list.total}
        </Button>
      ) : null}
      {bulk?.(selection, list)}
      <Button type="link" size="small" onClick={selection.clear}>
        Снять выбор
      </Button>
    </span>
  );
}

function toAntdColumn<Row extends BaseRecord>(
  {
    key,
    title,
    render,
    sortField,
    align,
    width,
    isFixed,
    isPinned,
  }: VisibleColumn<ListColumn<Row>>,
  { order }: PagedList<Row>,
): TableColumnType<Row> {
  return {
    key,
    title: key === "actions" ? <span className="hidden-text">Действия</span> : title,
    align,
    width,
    fixed: isPinned ? "left" : isFixed && key === "actions" ? "right" : undefined,
    render: (_, row) => render(row),
    onCell: () => SHOWS_WHOLE,
    ...(sortField === undefined
      ? {}
      : {
          dataIndex: sortField,
          sorter: true,
          sortOrder:
            order?.field === sortField ? (order.order === "asc" ? "ascend" : "descend") : null,
          showSorterTooltip: false,
        }),
  };
}

function rowSelectionOf<Row extends BaseRecord>(
  selection: Selection<Row>,
): TableProps<Row>["rowSelection"] {
  return {
    selectedRowKeys: [...selection.keys],
    preserveSelectedRowKeys: true,
    onChange: (keys, rows) => selection.choose(keys, rows),
    columnTitle: (checkbox) =>
      cloneElement(checkbox as ReactElement<{ "aria-label"?: string }>, {
        "aria-label": "Выбрать все строки страницы",
      }),
    getCheckboxProps: (row) =>
      ({ "aria-label": `Выбрать строку ${row.id}`, disabled: selection.isEverything }) as never,
  };
}

/** Pagination has its own handler. */
function handleChange<Row extends BaseRecord>(list: PagedList<Row>): TableProps<Row>["onChange"] {
  return (_pages, _filters, sorter, { action }) => {
    // A cleared order names no column.
    const { field = list.order?.field } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
    if (action === "sort" && typeof field === "string") list.toggleOrder(field);
  };
}

function waitingText<Row>({ isOffline }: PagedList<Row>): string {
  return isOffline ? "Нет связи, покажем, когда вернётся" : "Загружаем…";
}

function countText<Row>(list: PagedList<Row>, words: readonly [string, string, string]): string {
  const from = (list.page - 1) * list.perPage + 1;
  const to = Math.min(list.total, from + list.rows.length - 1);
  return list.total <= list.perPage
    ? countOf(list.total, words)
    : `${from}–${to} из ${countFrom(list.total, words)}`;
}
