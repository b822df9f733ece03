import {
  parseTableParams,
  useList,
  type BaseRecord,
  type CrudFilter,
  type CrudSort,
  type HttpError,
} from "@refinedev/core";
import { useCallback, useEffect, useMemo } from "react";
import { useNavigate, useLocation } from "react-router";
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import { ownParameters, writeListAddress } from "./list-address.ts";

/** Several values mean «any of». */
export type ListFilters = Readonly<Record<string, string | readonly string[] | undefined>>;

interface PagedListOptions {
  readonly resource: string;
  /** `{ id: 15 }` for the rows of a registry. */
  readonly pathParams?: Readonly<Record<string, string | number>>;
  /** Not in the URL. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly order?: CrudSort;
  readonly perPage?: number;
  readonly enabled?: boolean;
  /** Prefix of the query parameters, on pages with several lists. */
  readonly prefix?: string;
  readonly isFailureNotified?: boolean;
}

export interface PagedList<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly order: CrudSort | null;
  readonly filters: ListFilters;
  readonly error: HttpError | null;
  /** No rows yet, also while there is no connection. */
  readonly isLoading: boolean;
  /** The first rows wait for the connection. */
  readonly isOffline: boolean;
  /** `rows` are the previous ones. */
  readonly isFetching: boolean;
  /** Beside items and meta, e.g. totals. */
  readonly answer: Readonly<Record<string, unknown>>;
  readonly setPage: (page: number, perPage?: number) => void;
  /** Ascending, descending, default. */
  readonly toggleOrder: (field: string) => void;
  /** Returns to page 1; empty values remove a filter. */
  readonly setFilters: (changed: ListFilters) => void;
  readonly resetFilters: () => void;
  readonly reload: () => void;
}

/**
 * Refine's `useList` with the URL as the only state; `useTable` keeps a copy and renders twice.
 * Format: `?currentPage=3&sorters[0][field]=…&filters[0][field]=…`.
 */
export function usePagedList<Row extends BaseRecord>({
  resource,
  pathParams,
  query,
  order: firstOrder,
  perPage: firstPerPage = DEFAULT_PER_PAGE,
  enabled,
  prefix = "",
  isFailureNotified = false,
}: PagedListOptions): PagedList<Row> {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(
    () => readView(ownParameters(search, prefix), firstOrder ?? null, firstPerPage),
    [search, prefix, firstOrder, firstPerPage],
  );
  const crudFilters = useMemo(() => toCrudFilters(view.filters), [view.filters]);
  const sorters = useMemo(() => (view.order ? [view.order] : []), [view.order]);

  const { query: reading, result } = useList<Row, HttpError>({
    resource,
    pagination: { currentPage: view.page, pageSize: view.perPage },
    sorters,
    filters: crudFilters,
    errorNotification: isFailureNotified ? undefined : false,
    queryOptions: { enabled },
    meta: { params: pathParams, query },
  });

  const go = useCallback(
    (next: Partial<ListView>, { replace = false } = {}) => {
      const address = writeListAddress(
        search,
        { ...view, ...next },
        { order: firstOrder ?? null, perPage: firstPerPage },
        prefix,
      );
      if (address !== search) void navigate({ search: address }, { replace });
    },
    [search, view, firstOrder, firstPerPage, prefix, navigate],
  );

  const { data: rows, total = 0, ...answer } = result;
  const isOffline = reading.isPaused && reading.isPending;
  const lastPage = Math.max(1, Math.ceil(total / view.perPage));
  // A copied address, or rows that left the list, may lead past the last page.
  const isPastLast = !reading.isFetching && total > 0 && view.page > lastPage;
  useEffect(() => {
    if (isPastLast) go({ page: lastPage }, { replace: true });
  }, [isPastLast, lastPage, go]);
  return {
    rows,
    total,
    page: view.page,
    perPage: view.perPage,
    order: view.order,
    filters: view.filters,
    error: reading.error,
    isLoading: reading.isLoading || isOffline,
    isOffline,
    isFetching: reading.isFetching,
    answer,
    setPage: (page, perPage) => go({ page, perPage: perPage ?? view.perPage }),
    toggleOrder: (field) =>
      go({ order: nextOrder(field, view.order, firstOrder ?? null), page: 1 }),
    setFilters: (changed) => go({ filters: { ...view.filters, ...changed }, page: 1 }),
    resetFilters: () => go({ filters: {}, page: 1 }),
    reload: () => void reading.refetch(),
  };
}

export interface ListView {
  readonly page: number;
  readonly perPage: number;
  readonly order: CrudSort | null;
  readonly filters: ListFilters;
}

/** Invalid parts fall back to the defaults. */
function readView(search: string, firstOrder: CrudSort | null, firstPerPage: number): ListView {
  const { parsedCurrentPage, parsedPageSize, parsedSorter, parsedFilters } = parseTableParams(
    search === "" ? "?" : search,
  );
  const sorter = (parsedSorter as CrudSort[] | undefined)?.[0];
  const filters: Record<string, string | readonly string[]> = {};
  for (const filter of (parsedFilters ?? []) as CrudFilter[]) {
    if ("field" in filter && filter.value !== undefined)
      filters[filter.field] = Array.isArray(filter.value)
        ? filter.value.map(String)
        : String(filter.value);
  }
  return {
    page: positive(parsedCurrentPage) ?? 1,
    perPage: Math.min(positive(parsedPageSize) ?? firstPerPage, MAX_PER_PAGE),
    order:
      sorter && (sorter.order === "asc" || sorter.order === "desc")
        ? { field: String(sorter.field), order: sorter.order }
        : firstOrder,
    filters,
  };
}

/** Skips «descending» if that is the default. */
function nextOrder(field: string, order: CrudSort | null, first: CrudSort | null): CrudSort | null {
  if (order?.field !== field) return { field, order: "asc" };
  if (order.order === "asc") return { field, order: "desc" };
  return first?.field === field && first.order === "desc" ? { field, order: "asc" } : first;
}

function toCrudFilters(filters: ListFilters): CrudFilter[] {
  return Object.entries(filters).flatMap(([field, value]) =>
    value === undefined || value === ""
      ? []
      : [{ field, operator: Array.isArray(value) ? "in" : "eq", value } as CrudFilter],
  );
}

function positive(value: unknown): number | null {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : null;
}
