import type { BaseRecord, CrudSort } from "@refinedev/core";
import type { ReactNode } from "react";
import { ListFailure, ListView, type ListViewProps } from "./list-view.tsx";
import { TitleBar } from "./title-bar.tsx";
import { usePagedList, type PagedList } from "./use-paged-list.ts";

export interface ListPageProps<Row extends BaseRecord> extends Omit<
  ListViewProps<Row>,
  "list" | "settingsName"
> {
  readonly resource: string;
  readonly order?: CrudSort;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The primary one last. */
  readonly actions?: (list: PagedList<Row>) => ReactNode;
  /** Sibling lists. */
  readonly tabs?: ReactNode;
  readonly isFailureNotified?: boolean;
  /** `null` where the tab above has the same title. */
  readonly level?: 1 | 2 | null;
}

/**
 * State lives in the URL: Back and copied links work. Source: specification §8 (failures of lists);
 * `console.md` §4; experience goals 3, 7, 8, 9, 16, 17, 21.
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
