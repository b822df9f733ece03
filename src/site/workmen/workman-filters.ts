import type { Chip } from "#site/ui/catalogue-chips.tsx";
import { sortOfQuery } from "#site/ui/catalogue-sorts.tsx";
import { idOfQuery, searchOfQuery } from "#site/ui/query-address.ts";

/** `?sort=`; the first is the default. */
export const WORKMAN_SORTS = {
  rating: "По рейтингу",
  jobs: "Больше заданий",
  new: "Сначала новые",
  name: "По имени",
} as const;
type WorkmanSort = keyof typeof WORKMAN_SORTS;

const ORDERS = {
  rating: {},
  jobs: { sortBy: "finishedJobsCount" },
  new: { sortBy: "registeredAt" },
  name: { sortBy: "name" },
} as const satisfies Record<WorkmanSort, object>;

export const RATINGS: Readonly<Record<string, string>> = {
  "4.5": "от 4,5",
  "4": "от 4",
  "3": "от 3",
};

export interface WorkmanFilters {
  readonly search?: string;
  readonly cityId?: number;
  readonly serviceId?: number;
  /** A key of `RATINGS`. */
  readonly rating?: string;
  readonly sort: WorkmanSort;
}

export function readWorkmanFilters(query: URLSearchParams): WorkmanFilters {
  const rating = query.get("rating") ?? "";
  return {
    search: searchOfQuery(query),
    cityId: idOfQuery(query, "city"),
    serviceId: idOfQuery(query, "service"),
    rating: Object.hasOwn(RATINGS, rating) ? rating : undefined,
    sort: sortOfQuery(query, WORKMAN_SORTS),
  };
}

export function workmanListQuery({ search, cityId, serviceId, rating, sort }: WorkmanFilters) {
  return {
    search,
    cityID: cityId,
    serviceIDs: serviceId === undefined ? undefined : [serviceId],
    ratingFrom: rating === undefined ? undefined : Number(rating),
    ...ORDERS[sort],
  };
}

export function workmanChips(
  { search, cityId, serviceId, rating }: WorkmanFilters,
  names: { readonly city?: string; readonly service?: string },
): Chip[] {
  const chips: (Chip | false)[] = [
    search !== undefined && { label: `«${search}»`, names: ["search"] },
    cityId !== undefined && { label: `Город: ${names.city ?? "не найден"}`, names: ["city"] },
    serviceId !== undefined && {
      label: `Услуга: ${names.service ?? "не найдена"}`,
      names: ["service"],
    },
    rating !== undefined && { label: `Рейтинг ${RATINGS[rating] ?? ""}`, names: ["rating"] },
  ];
  return chips.filter((chip) => chip !== false);
}
