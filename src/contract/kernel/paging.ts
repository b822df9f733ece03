import { Type, type TSchema } from "typebox";

/** Default page size of every list. Source: specification §9. */
export const DEFAULT_PER_PAGE = 30;
/** The largest page a client may ask for. Source: `reliability.md` §1. */
export const MAX_PER_PAGE = 100;

/**
 * The place of a page in its list: `{page, perPage, lastPage, total}`. Source: specification §3,
 * "List meta".
 */
export const ListMeta = Type.Object({
  page: Type.Integer(),
  perPage: Type.Integer(),
  lastPage: Type.Integer(),
  total: Type.Integer(),
});
export type ListMeta = Type.Static<typeof ListMeta>;

/** Query fields of every paged list; spread them into the query schema of the call. */
export const pagingQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  perPage: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_PER_PAGE, default: DEFAULT_PER_PAGE }),
  ),
};

/** The answer of a list: `{items, meta}`. */
export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), meta: ListMeta });
}

/** A short list that is always complete: `{items}` without paging. */
export function itemsOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item) });
}

/**
 * @param total - exact count of the list.
 * @returns the meta of that page; `lastPage` is 1 for an empty list.
 */
export function listMeta(page: number, perPage: number, total: number): ListMeta {
  return { page, perPage, lastPage: Math.max(1, Math.ceil(total / perPage)), total };
}
