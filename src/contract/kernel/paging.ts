import { Type, type TSchema } from "typebox";

/** Source: specification §9. */
export const DEFAULT_PER_PAGE = 30;
/** Source: `reliability.md` §1. */
export const MAX_PER_PAGE = 100;

/** Source: specification §3, "List meta". */
export const ListMeta = Type.Object({
  page: Type.Integer(),
  perPage: Type.Integer(),
  lastPage: Type.Integer(),
  total: Type.Integer(),
});
export type ListMeta = Type.Static<typeof ListMeta>;

export const pagingQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  perPage: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE }),
  ),
};

/** For lists ordered by time; the server's `olderThan` reads them. */
export const timePagingQuery = {
  ...pagingQuery,
  before: Type.Optional(
    Type.String({
      format: "date-time",
      description:
        "Только записи старше этого момента (ISO 8601). Один и тот же момент для всех страниц: новые записи их не сдвигают",
    }),
  ),
};

export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), meta: ListMeta });
}

export function itemsOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item) });
}

/**
 * @param total - exact.
 * @returns `lastPage` is 1 for an empty list.
 */
export function listMeta(page: number, perPage: number, total: number): ListMeta {
  return { page, perPage, lastPage: Math.max(1, Math.ceil(total / perPage)), total };
}
