import type { Chip } from "#site/ui/catalogue-chips.tsx";
import { sortOfQuery } from "#site/ui/catalogue-sorts.tsx";
import { idOfQuery, searchOfQuery } from "#site/ui/query-address.ts";

/** `?sort=`; the first is the default. */
export const ACCOUNT_SORTS = {
  rating: "По рейтингу",
  jobs: "Больше заданий",
  new: "Сначала новые",
  name: "По названию",
} as const;
type AccountSort = keyof typeof ACCOUNT_SORTS;

const ORDERS = {
  rating: {},
  jobs: { sortBy: "publishedJobsCount" },
  new: { sortBy: "registeredAt" },
  name: { sortBy: "companyDetailsName" },
} as const satisfies Record<AccountSort, object>;

export interface AccountFilters {
  readonly search?: string;
  readonly cityId?: number;
  readonly serviceId?: number;
  readonly sort: AccountSort;
}

export function readAccountFilters(query: URLSearchParams): AccountFilters {
  return {
    search: searchOfQuery(query),
    cityId: idOfQuery(query, "city"),
    serviceId: idOfQuery(query, "service"),
    sort: sortOfQuery(query, ACCOUNT_SORTS),
  };
}

export function accountListQuery({ search, cityId, serviceId, sort }: AccountFilters) {
  return { search, cityID: cityId, serviceID: serviceId, ...ORDERS[sort] };
}

export function accountChips(
  { search, cityId, serviceId }: AccountFilters,
  names: { readonly city?: string; readonly service?: string },
): Chip[] {
  const chips: (Chip | false)[] = [
    search !== undefined && { label: `«${search}»`, names: ["search"] },
    cityId !== undefined && { label: `Город: ${names.city ?? "не найден"}`, names: ["city"] },
    serviceId !== undefined && {
      label: `Ищут: ${names.service ?? "услуга не найдена"}`,
      names: ["service"],
    },
  ];
  return chips.filter((chip) => chip !== false);
}
