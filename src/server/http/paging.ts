import { sql, type RawBuilder } from "kysely";
import { DEFAULT_PER_PAGE, listMeta, type ListMeta } from "#contract/kernel/paging.ts";

interface Page {
  readonly limit: number;
  readonly offset: number;
  metaOf(total: bigint | number): ListMeta;
}

export function pageOf(query: { readonly page?: number; readonly perPage?: number }): Page {
  const { page = 1, perPage = DEFAULT_PER_PAGE } = query;
  return {
    limit: perPage,
    offset: (page - 1) * perPage,
    metaOf: (total) => listMeta(page, perPage, Number(total)),
  };
}

/**
 * For a growing list.
 *
 * @param column - the list's order; rows without a time stay.
 */
export function olderThan(
  { before }: { readonly before?: string },
  column: RawBuilder<unknown>,
): RawBuilder<unknown>[] {
  return before === undefined ? [] : [sql`(${column} < ${new Date(before)} OR ${column} IS NULL)`];
}

/** For ILIKE; wildcards are escaped. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
