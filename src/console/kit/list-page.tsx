import type { BaseRecord, CrudSort } from "@refinedev/core";
import type { ReactNode } from "react";
import { ListFailure, ListView, type ListViewProps } from "./list-view.tsx";
import { TitleBar } from "./title-bar.tsx";
import { usePagedList, type PagedList } from "./use-paged-list.ts";

export interface ListPageProps<Row extends BaseRecord> extends Omit<
  ListViewProps<Row>,
  "list" | "settingsName"
> {
  /** Refine resource with a `getList` call. */
  readonly resource: string;
  /** Order while the address names none. */
  readonly order?: CrudSort;
  /** Fixed part of the query that nobody sees or changes. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Commands of the page, the main one last. */
  readonly actions?: (list: PagedList<Row>) => ReactNode;
  /** Between the title and the filters: sister lists as tabs. */
  readonly tabs?: ReactNode;
  /** `true`: a failure to read it is a message of its own as well. */
  readonly isFailureNotified?: boolean;
  /** Heading of a section instead of a page; none where the tab above it says the same. */
  readonly level?: 1 | 2 | null;
}

/**
 * A server-paged list: title and commands, filters, table or cards, pages. The address is the
 * truth: Back walks the views, a copied link shows the same one. Source: specification §8 (failures
 * of lists); `console.md` §4; experience goals 3, 7, 8, 9, 16, 17, 21.
 */
export function ListPage<Row extends BaseRecord>({
  resource,
  order,
  query,
  actions,
  tabs,
  isFailureNotified,
  level = 1,
  ...view
}: ListPageProps<Row>) {
  const { title, prefix = "" } = view;
  const list = usePagedList<Row>({ resource, order, query, prefix, isFailureNotified });
  if (list.error && list.rows.length === 0) return <ListFailure list={list} />;
  return (
    <>
      {level === null ? null : (
        <TitleBar title={title} level={level}>
          {actions?.(list)}
        </TitleBar>
      )}
      {tabs}
      <ListView<Row> {...view} list={list} settingsName={prefix + resource} />
    </>
  );
}
