import type { CrudFilter, DataProvider } from "@refinedev/core";
import simpleRest from "@refinedev/simple-rest";
import type { ApiBase } from "#contract/kernel/api-bases.ts";
import { httpClient } from "#console/calls/http-client.ts";
import { startLoading } from "#web/live/after-load.ts";

type RestClient = NonNullable<Parameters<typeof simpleRest>[1]>;

/**
 * Refine's simple-rest for lists and records that are plain REST. It speaks json-server's dialect,
 * which is put into the contract's: `?_start=30&_end=60&_sort=id&_order=asc` into
 * `?page=2&perPage=30&sortBy=id&sortDirection=asc`, and `items` with `meta` into its bare array.
 *
 * @throws ConsoleHttpError.
 */
export function createPlainDataProvider(base: ApiBase): Pick<DataProvider, "getList" | "getOne"> {
  const client = httpClient(base);
  const get = async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://plain");
    const release = startLoading();
    const { data } = await client
      .get(pathname, { params: contractQuery(searchParams) })
      .finally(release);
    return { data: data.items ?? data, headers: { "x-total-count": data.meta?.total } };
  };
  const rest = simpleRest("", { get } as unknown as RestClient);
  return {
    // The contract knows only field = value; `meta` holds what a link says, such as a method.
    getList: ({ filters = [], ...list }) =>
      rest.getList({ ...list, filters: filters.map(asEqual), meta: {} }),
    getOne: (one) => rest.getOne({ ...one, meta: {} }),
  };
}

const asEqual = (filter: CrudFilter): CrudFilter =>
  "field" in filter ? { ...filter, operator: "eq" } : filter;

function contractQuery(rest: URLSearchParams): Record<string, unknown> {
  const { _start, _end, _sort, _order, ...filters } = Object.fromEntries(
    [...rest.keys()].map((name) => [name, rest.getAll(name)]),
  );
  if (!_start) return filters;
  const perPage = Number(_end) - Number(_start);
  return {
    ...filters,
    page: Number(_start) / perPage + 1,
    perPage,
    ...(_sort ? { sortBy: _sort[0], sortDirection: _order?.[0] } : {}),
  };
}
