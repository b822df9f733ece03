import type { BaseRecord } from "@refinedev/core";
import { Button, Empty } from "antd";
import { lazy, Suspense, useLayoutEffect, useMemo, useState, type ReactNode } from "react";
import { ErrorPage } from "#web/ui/error-page.tsx";
import type { ListColumn } from "./columns.tsx";
import type { ListFilter } from "./filters.tsx";
import { ChosenFilters, ExtraFilters, FilterFields } from "./list-filters.tsx";
import { fitColumns, foldColumns } from "./fit-columns.ts";
import { ListRows } from "./list-rows.tsx";
import { ListSettingsMenu } from "./list-settings-menu.tsx";
import { SavedViewsMenu } from "./saved-views-menu.tsx";
import { useListSettings, visibleColumns } from "./use-list-settings.ts";
import { useIsPhone } from "./use-is-phone.ts";
import type { PagedList } from "./use-paged-list.ts";
import { useSelection, type Selection } from "./use-selection.ts";
import "./kit.css";

const RowDrawer = lazy(async () => ({ default: (await import("./row-drawer.tsx")).RowDrawer }));
const FilterSheet = lazy(async () => ({
  default: (await import("./filter-sheet.tsx")).FilterSheet,
}));
const OPENED = "open";

export interface ListViewProps<Row extends BaseRecord> {
  readonly title: string;
  readonly list: PagedList<Row>;
  readonly settingsName: string;
  /** Keep stable between renders. */
  readonly columns: readonly ListColumn<Row>[];
  readonly filters?: readonly ListFilter[];
  /** For 1, 2 and 5 rows. */
  readonly countWords: readonly [string, string, string];
  /** Without it rows are not selectable. */
  readonly bulk?: (selection: Selection<Row>, list: PagedList<Row>) => ReactNode;
  /** Rubles. */
  readonly sumOf?: (row: Row) => number;
  readonly drawer?: {
    readonly title: (row: Row) => ReactNode;
    readonly content: (row: Row) => ReactNode;
    readonly other?: (id: number) => ReactNode;
  };
  /** Totals of the filtered list. */
  readonly totals?: (list: PagedList<Row>) => ReactNode;
  /** For an empty unfiltered list: purpose and first step. */
  readonly empty: ReactNode;
  readonly prefix?: string;
  /** On paper: where all rows are, as a sentence. */
  readonly wholeIn?: string;
}

export function ListView<Row extends BaseRecord>(props: ListViewProps<Row>) {
  const { list, settingsName, title, columns, filters = [], drawer, prefix = "" } = props;
  const hasBulk = props.bulk !== undefined;
  const [section, setSection] = useState<HTMLElement | null>(null);
  const roomPx = useWidth(section);
  const settings = useListSettings(settingsName);
  const isPhone = useIsPhone();
  const { rows, total, order } = list;
  const { folded, shown } = useMemo(() => {
    if (isPhone)
      return { folded: [], shown: visibleColumns(columns.map(withDay), settings.settings) };
    const visible = visibleColumns(columns, settings.settings);
    const folding = foldColumns(visible, rows, rows.length < total, order?.field);
    return { ...folding, shown: fitColumns(folding.shown, roomPx, hasBulk) };
  }, [columns, settings.settings, isPhone, rows, total, order?.field, roomPx, hasBulk]);
  const selection = useSelection(list, props.sumOf);
  const isFiltered = Object.values(list.filters).some(
    (value) => value !== undefined && value !== "",
  );
  const isEmpty = !list.isLoading && !list.isFetching && list.total === 0;

  if (list.error && list.rows.length === 0) return <ListFailure list={list} />;
  const tools = (
    <span className="list-tools">
      <SavedViewsMenu
        views={settings.settings.views}
        onChange={(views) => settings.change({ views })}
      />
      <ListSettingsMenu
        columns={columns}
        visible={shown}
        settings={settings.settings}
        onChange={settings.change}
        onReset={settings.reset}
        onCopy={() =>
          void import("./copy-rows.ts").then(({ copyRows }) => section && copyRows(section))
        }
      />
    </span>
  );
  return (
    <section ref={setSection} className="list-page" aria-label={title}>
      {isEmpty && !isFiltered ? (
        <Empty style={EMPTY} image={Empty.PRESENTED_IMAGE_SIMPLE} description={props.empty} />
      ) : (
        <>
          {isPhone ? (
            <Suspense fallback={<div className="list-toolbar" />}>
              <FilterSheet filters={filters} list={list} />
            </Suspense>
          ) : (
            <div className="list-toolbar">
              <FilterFields filters={filters.filter(({ isExtra }) => !isExtra)} list={list} />
              <ExtraFilters filters={filters.filter(({ isExtra }) => isExtra)} list={list} />
            </div>
          )}
          <ChosenFilters filters={filters} list={list} />
          {isEmpty ? (
            <>
              <div className="list-count">{tools}</div>
              <Empty
                style={EMPTY}
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description="По этим фильтрам ничего не найдено"
              >
                <Button onClick={list.resetFilters}>Сбросить фильтры</Button>
              </Empty>
            </>
          ) : (
            <ListRows
              {...props}
              columns={shown}
              folded={folded}
              density={settings.settings.density}
              isWaiting={settings.isLoading}
              selection={selection}
              openParameter={prefix + OPENED}
              tools={tools}
            />
          )}
        </>
      )}
      {drawer ? (
        <Suspense>
          <RowDrawer
            rows={list.rows}
            parameter={prefix + OPENED}
            title={drawer.title as never}
            content={drawer.content as never}
            other={list.isLoading ? undefined : drawer.other}
          />
        </Suspense>
      ) : null}
    </section>
  );
}

const EMPTY = { maxWidth: 640, marginInline: "auto", padding: "48px 0" } as const;

/** A row of a phone has room for the day that a table leaves out. */
function withDay<Row>(column: ListColumn<Row>): ListColumn<Row> {
  return column.part === "day" ? { ...column, isHidden: false } : column;
}

/** Px; known before rows are painted. */
function useWidth(element: HTMLElement | null): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setWidth(element.clientWidth || undefined);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

export function ListFailure<Row>({ list }: { readonly list: PagedList<Row> }) {
  return list.error ? (
    <ErrorPage
      status={list.error.statusCode}
      message={list.error.message}
      onRetry={isFinal(list.error.statusCode) ? undefined : list.reload}
    />
  ) : null;
}

function isFinal(status: number): boolean {
  return status === 403 || status === 404;
}
