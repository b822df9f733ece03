import { useList, type BaseRecord } from "@refinedev/core";
import type { Reading } from "#console/calls/use-endpoint.ts";
import type { ListFilters } from "#console/kit/use-paged-list.ts";
import { asHttpError } from "#web/wire/http-error.ts";

interface WorkmanList<Row> extends Reading<{ readonly items: readonly Row[] }> {
  readonly total: number;
  /** Beside items and meta. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** One worker's rows of a list of the company: the first ones and how many there are. */
export function useWorkmanList<Row extends BaseRecord>(
  resource: string,
  filters: ListFilters & { readonly workmanID: string },
  pageSize = 1,
): WorkmanList<Row> {
  const { query, result } = useList<Row>({
    resource,
    pagination: { currentPage: 1, pageSize },
    errorNotification: false,
    meta: { query: filters },
  });
  const { data: items, total = 0, ...answer } = result;
  const isLoading = query.isLoading || (query.isPaused && query.isPending);
  return {
    data: query.data ? { items } : undefined,
    error: query.error ? asHttpError(query.error) : null,
    isLoading,
    isFetching: query.isFetching,
    reload: () => void query.refetch(),
    total,
    answer,
  };
}
