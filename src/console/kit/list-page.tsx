import type { BaseRecord, CrudSort } from "@refinedev/core";
import { Button, Empty, Tag } from "antd";
import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { ErrorPage } from "#console/ui/error-page.tsx";
import type { ListColumn } from "./columns.tsx";
import type { ListFilter } from "./filters.tsx";
import { ListRows } from "./list-rows.tsx";
import { ListSettingsMenu } from "./list-settings-menu.tsx";
import { SavedViewsMenu } from "./saved-views-menu.tsx";
import { useListSettings, visibleColumns } from "./use-list-settings.ts";
import { usePagedList, type PagedList } from "./use-paged-list.ts";
import { useSelection, type Selection } from "./use-selection.ts";
import "./kit.css";

const RowDrawer = lazy(async () => ({ default: (await import("./row-drawer.tsx")).RowDrawer }));
/** Parameter of the address that names the row whose drawer is open. */
const OPENED = "open";

export interface ListPageProps<Row extends BaseRecord> {
  /** Refine resource with a `getList` call. */
  readonly resource: string;
  readonly title: string;
  /** The same array while nothing of it changes. */
  readonly columns: readonly ListColumn<Row>[];
  readonly filters?: readonly ListFilter[];
  /** Order while the address names none. */
  readonly order?: CrudSort;
  /** Words for the rows' count: 1, 2, 5. */
  readonly countWords: readonly [string, string, string];
  /** Fixed part of the query that nobody sees or changes. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Commands of the page, the main one last. */
  readonly actions?: (list: PagedList<Row>) => ReactNode;
  /** Commands for the chosen rows; none: rows cannot be chosen. */
  readonly bulk?: (selection: Selection<Row>, list: PagedList<Row>) => ReactNode;
  /** Money of a row, summed over the chosen ones. */
  readonly sumOf?: (row: Row) => number;
  /** What a click on a row opens. */
  readonly drawer?: { readonly title: (row: Row) => ReactNode; readonly content: (row: Row) => ReactNode; readonly other?: (id: number) => ReactNode };
  /** Figures of the whole filtered list, beside its count. */
  readonly totals?: (list: PagedList<Row>) => ReactNode;
  /** Stands in place of a list nobody has filled yet: what it is for and how to begin. */
  readonly empty: ReactNode;
  /** Prefix of its parameters in the address, where a page has several lists. */
  readonly prefix?: string;
  /** Heading of a section instead of a page. */
  readonly level?: 1 | 2;
}

/**
 * A server-paged list: title and commands, filters, table or cards, pages. The address is the truth: Back walks the views, a copied link shows the same one.
 * Source: specification §8 (failures of lists); `console.md` §4; experience goals 3, 7, 8, 9, 16, 17, 21.
 */
export function ListPage<Row extends BaseRecord>(props: ListPageProps<Row>) {
  const { resource, title, columns, filters = [], order, query, actions, drawer, prefix = "", level = 1 } = props;
  const list = usePagedList<Row>({ resource, order, query, prefix });
  const settings = useListSettings(prefix + resource);
  const shown = useMemo(() => visibleColumns(columns, settings.settings), [columns, settings.settings]);
  const selection = useSelection(list, props.sumOf);
  const Heading = level === 1 ? "h1" : "h2";
  const isFiltered = Object.values(list.filters).some((value) => value !== undefined && value !== "");
  const isEmpty = !list.isLoading && !list.isFetching && list.total === 0;

  if (list.error && list.rows.length === 0) return <ErrorPage status={list.error.statusCode} message={list.error.message} onRetry={list.error.statusCode >= 500 ? list.reload : undefined} />;
  return (
    <section className="list-page" aria-label={title}>
      <header className="page-head">
        <Heading>{title}</Heading>
        <div className="page-commands">{actions?.(list)}</div>
      </header>
      {isEmpty && !isFiltered ? (
        <Empty className="list-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={props.empty} />
      ) : (
        <>
          <div className="list-toolbar">
            {filters.map((one) => (
              <span key={one.key}>{one.render(list.filters, list.setFilters)}</span>
            ))}
            <span className="list-tools">
              <SavedViewsMenu views={settings.settings.views} onChange={(views) => settings.change({ views })} />
              <ListSettingsMenu columns={columns} settings={settings.settings} onChange={settings.change} onReset={settings.reset} />
            </span>
          </div>
          <Chosen filters={filters} list={list} />
          {isEmpty ? (
            <Empty className="list-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description="По этим фильтрам ничего не найдено">
              <Button onClick={list.resetFilters}>Сбросить фильтры</Button>
            </Empty>
          ) : (
            <ListRows {...props} list={list} columns={shown} density={settings.settings.density} isWaiting={settings.isLoading} selection={selection} onOpen={drawer ? undefined : null} openParameter={prefix + OPENED} />
          )}
        </>
      )}
      {drawer ? (
        <Suspense>
          <RowDrawer rows={list.rows} parameter={prefix + OPENED} title={drawer.title as never} content={drawer.content as never} other={list.isLoading ? undefined : drawer.other} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** What is chosen, each with its way out. */
function Chosen<Row>({ filters, list }: { readonly filters: readonly ListFilter[]; readonly list: PagedList<Row> }) {
  const chosen = filters.flatMap((one) => {
    const text = one.describe(list.filters);
    return text === null ? [] : [{ one, text }];
  });
  if (chosen.length === 0) return null;
  return (
    <div className="list-chosen">
      {chosen.map(({ one, text }) => (
        <Tag key={one.key} closable closeIcon={<span aria-label={`Убрать фильтр ${text}`}>×</span>} onClose={(event) => (event.preventDefault(), list.setFilters(Object.fromEntries(one.names.map((name) => [name, undefined]))))}>
          {text}
        </Tag>
      ))}
      <Button type="link" size="small" onClick={list.resetFilters}>
        Сбросить
      </Button>
    </div>
  );
}
