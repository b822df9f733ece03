import { DEFAULT_PER_PAGE } from "#contract/kernel/paging.ts";
import { writeListAddress } from "./list-address.ts";
import type { ListFilters } from "./use-paged-list.ts";

/**
 * @param path - may have a query of its own.
 * @param prefix - of a list that shares its page with others.
 */
export function listLink(path: string, filters: ListFilters, prefix = ""): string {
  const first = { order: null, perPage: DEFAULT_PER_PAGE };
  const [page, search = ""] = path.split("?");
  return page + writeListAddress(search, { ...first, page: 1, filters }, first, prefix);
}
