import type { ListQuery } from "#console/refine/contract-data-provider.ts";

export function noticeQuery({
  isRead,
  dateFrom,
  dateTo,
  types,
}: Readonly<Record<string, unknown>>) {
  return {
    ...(isRead === undefined ? {} : { "filters[isRead]": isRead === "true" }),
    ...(dateFrom === undefined ? {} : { "filters[dateFrom]": String(dateFrom) }),
    ...(dateTo === undefined ? {} : { "filters[dateTo]": String(dateTo) }),
    ...(types === undefined ? {} : { "filters[types]": [types].flat().map(String) }),
  };
}

export function noticeListQuery({
  page,
  perPage,
  sortDirection,
  ...filters
}: ListQuery): Record<string, unknown> {
  return {
    page,
    perPage,
    ...(sortDirection === undefined ? {} : { sortByDate: sortDirection }),
    ...noticeQuery(filters),
  };
}
