import type { CrudFilter, CrudSort, DataProvider, GetListParams, MetaQuery } from "@refinedev/core";
import { DEFAULT_PER_PAGE, type ListMeta } from "#contract/kernel/paging.ts";
import type { ApiBase } from "#contract/kernel/api-bases.ts";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { Call } from "#console/calls/call.ts";
import { httpClient } from "#console/calls/http-client.ts";
import { pathOf, requestEndpoint } from "#console/calls/request-endpoint.ts";
import { createPlainDataProvider } from "./plain-data-provider.ts";

/** An operation not named is not supported. */
export interface ResourceEndpoints {
  readonly getList?: Endpoint;
  readonly getOne?: Endpoint;
  readonly create?: Endpoint;
  readonly update?: Endpoint;
  readonly deleteOne?: Endpoint;
  /** Query or body field with the id, where the path has none: `jobID`. */
  readonly idField?: string;
  /** Plain REST at the address of `getList`: Refine's simple-rest reads it. */
  readonly isPlain?: boolean;
  /** Maps the standard list query to the parameters of a list with its own. */
  readonly listQuery?: (query: ListQuery) => Record<string, unknown>;
}

/** The contract's list query: filters by field, one sort. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sortBy?: string;
  readonly sortDirection?: "asc" | "desc";
  readonly [filter: string]: unknown;
}

type Operation = "getList" | "getOne" | "create" | "update" | "deleteOne";

/**
 * Data provider of one API. An operation sends `meta.call`, a `Call`, or else the
 * resource's endpoint with the path parameters `meta.params` and `meta.query`.
 *
 * @param endpoints - by resource name.
 * @throws ConsoleHttpError.
 */
export function createContractDataProvider(
  base: ApiBase,
  endpoints: Readonly<Record<string, ResourceEndpoints>>,
): DataProvider {
  const find = (resource: string, operation: Operation): Endpoint => {
    const endpoint = endpoints[resource]?.[operation];
    if (!endpoint) throw new Error(`the resource "${resource}" names no endpoint for ${operation}`);
    return endpoint;
  };

  const callOne = async (
    resource: string,
    operation: Operation,
    id: string | number | undefined,
    variables: unknown,
    meta: MetaQuery | undefined,
  ) => {
    if (meta?.call instanceof Call)
      return { data: (await meta.call.send(variables as never)) as never };
    const endpoint = find(resource, operation);
    const idField = endpoints[resource]?.idField;
    const isRead = endpoint.method === "GET";
    const input: CallInput<Endpoint> = {
      params: { ...(id === undefined || idField ? {} : { id }), ...meta?.params },
      query: {
        ...(isRead && idField && id !== undefined ? { [idField]: id } : {}),
        ...meta?.query,
      } as never,
      body: (isRead
        ? undefined
        : {
            ...(variables as object),
            ...(idField && id !== undefined ? { [idField]: id } : {}),
          }) as never,
    };
    return { data: (await requestEndpoint(endpoint, input, { signal: signalOf(meta) })) as never };
  };

  const plain = createPlainDataProvider(base);
  return {
    getApiUrl: () => httpClient(base).defaults.baseURL ?? "",
    async getList(params) {
      const endpoint = find(params.resource, "getList");
      if (endpoints[params.resource]?.isPlain)
        return plain.getList({ ...params, resource: plainPath(endpoint) });
      const standard = listQueryOf(params);
      const query = {
        ...(endpoints[params.resource]?.listQuery?.(standard) ?? standard),
        ...params.meta?.query,
      };
      const answer = await requestEndpoint(
        endpoint,
        { params: params.meta?.params, query: query as never } as CallInput<Endpoint>,
        { signal: signalOf(params.meta) },
      );
      const { items, meta, ...rest } = answer as { items: never[]; meta?: ListMeta };
      return { ...rest, data: items, total: meta?.total ?? items.length };
    },
    getOne: ({ resource, id, meta }) =>
      endpoints[resource]?.isPlain
        ? plain.getOne({ resource: plainPath(find(resource, "getList")), id })
        : callOne(resource, "getOne", id, undefined, meta),
    create: ({ resource, variables, meta }) =>
      callOne(resource, "create", undefined, variables, meta),
    update: ({ resource, id, variables, meta }) => callOne(resource, "update", id, variables, meta),
    deleteOne: ({ resource, id, variables, meta }) =>
      callOne(resource, "deleteOne", id, variables, meta),
    async custom({ payload, meta }) {
      if (!(meta?.call instanceof Call))
        throw new Error("a custom call names its endpoint: meta.call is a Call");
      return { data: (await meta.call.send(payload as never)) as never };
    },
  };
}

const plainPath = (list: Endpoint) => pathOf(list).slice(1);

function listQueryOf({ pagination, filters = [], sorters = [] }: GetListParams): ListQuery {
  const sorter: CrudSort | undefined = sorters[0];
  return {
    ...Object.fromEntries(filters.flatMap(filterEntry)),
    page: pagination?.currentPage ?? 1,
    perPage: pagination?.pageSize ?? DEFAULT_PER_PAGE,
    ...(sorter ? { sortBy: sorter.field, sortDirection: sorter.order } : {}),
  };
}

/** The contract knows only field = value. */
function filterEntry(filter: CrudFilter): [string, unknown][] {
  if (!("field" in filter)) throw new Error("the contract's lists know no nested and/or filters");
  return filter.value === undefined || filter.value === null || filter.value === ""
    ? []
    : [[filter.field, filter.value]];
}

/** Reading the signal makes React Query cancel on unmount. */
function signalOf(meta: MetaQuery | undefined): AbortSignal | undefined {
  return meta?.queryContext?.signal;
}
