import { useList, type BaseRecord } from "@refinedev/core";
import { useReading, type Reading } from "#console/calls/use-endpoint.ts";
import type { ListFilters } from "#console/kit/use-paged-list.ts";

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
  const reading = useReading(query, query.data ? { items } : undefined);
  return { ...reading, total, answer };
}
