import type { BaseRecord, CrudSort } from "@refinedev/core";
import type { ReactNode } from "react";
import { ListFailure, ListView, type ListViewProps } from "./list-view.tsx";
import { usePagedList, type PagedList } from "./use-paged-list.ts";

export interface ListPageProps<Row extends BaseRecord> extends Omit<ListViewProps<Row>, "list" | "settingsName"> {
  /** Refine resource with a `getList` call. */
  readonly resource: string;
  /** Order while the address names none. */
  readonly order?: CrudSort;
  /** Fixed part of the query that nobody sees or changes. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Commands of the page, the main one last. */
  readonly actions?: (list: PagedList<Row>) => ReactNode;
  /** Heading of a section instead of a page. */
  readonly level?: 1 | 2;
}

/**
 * A server-paged list: title and commands, filters, table or cards, pages. The address is the truth: Back walks the views, a copied link shows the same one.
 * Source: specification §8 (failures of lists); `console.md` §4; experience goals 3, 7, 8, 9, 16, 17, 21.
 */
export function ListPage<Row extends BaseRecord>({ resource, order, query, actions, level = 1, ...view }: ListPageProps<Row>) {
  const { title, prefix = "" } = view;
  const list = usePagedList<Row>({ resource, order, query, prefix });
  const Heading = level === 1 ? "h1" : "h2";
  if (list.error && list.rows.length === 0) return <ListFailure list={list} />;
  return (
    <>
      <header className="page-head">
        <Heading>{title}</Heading>
        <div className="page-commands">{actions?.(list)}</div>
      </header>
      <ListView<Row> {...view} list={list} settingsName={prefix + resource} />
    </>
  );
}
