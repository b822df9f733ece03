import { DEFAULT_PER_PAGE } from "#contract/kernel/paging.ts";
import { writeListAddress } from "./list-address.ts";
import type { ListFilters } from "./use-paged-list.ts";

export function listLink(path: string, filters: ListFilters): string {
  const first = { order: null, perPage: DEFAULT_PER_PAGE };
  return path + writeListAddress("", { ...first, page: 1, filters }, first);
}
