import { DEFAULT_PER_PAGE, listMeta, type ListMeta } from "#contract/kernel/paging.ts";

interface Page {
  readonly limit: number;
  readonly offset: number;
  /** @param total - exact count of the list. */
  metaOf(total: bigint | number): ListMeta;
}

/** The part of a list that a query with `page` and `perPage` asks for. */
export function pageOf(query: { readonly page?: number; readonly perPage?: number }): Page {
  const { page = 1, perPage = DEFAULT_PER_PAGE } = query;
  return {
    limit: perPage,
    offset: (page - 1) * perPage,
    metaOf: (total) => listMeta(page, perPage, Number(total)),
  };
}

/**
 * A pattern for ILIKE that finds the text anywhere; what ILIKE reads as a sign of its own is taken
 * as typed.
 */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
