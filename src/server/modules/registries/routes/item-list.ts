import { sql, type Kysely, type RawBuilder } from "kysely";
import { DEFAULT_PER_PAGE, listMeta, type ListMeta } from "#contract/kernel/paging.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { LINE, storedRowNo } from "../registry-pages.ts";
import type { RegistryRow } from "../registry-row.ts";
import { hasFinding, ownRows } from "../validation/stored-rows.ts";

export interface ItemListQuery {
  readonly page?: number;
  readonly perPage?: number;
  readonly afterRow?: number;
  readonly onlyErrors?: boolean;
  readonly onlyWarnings?: boolean;
  readonly states?: readonly unknown[];
  readonly cause?: string;
  readonly causeColumn?: string;
  readonly search?: string;
}

/**
 * In order. The whole list is paged by row numbers: page 3000 costs as much as page 1; filtered
 * lists are short and use OFFSET. Totals come from counters where they exist.
 */
export async function listItems(
  platform: Platform,
  db: Kysely<Schema>,
  kind: RegistryKind,
  registry: RegistryRow,
  actor: AccountActor,
  query: ItemListQuery,
): Promise<{ items: object[]; meta: ListMeta }> {
  const page = query.page ?? 1;
  const perPage = query.perPage ?? DEFAULT_PER_PAGE;
  const conditions = filtersOf(kind, registry, query, actor);
  const from = query.states?.length
    ? sql`registry_items i ${kind.items.stateJoin ?? sql``}`
    : sql`registry_items i`;
  const where = sql.join([ownRows(registry), ...conditions], sql` AND `);
  const isKeyed = query.afterRow !== undefined || conditions.length === 0;
  const after = isKeyed
    ? sql`
      AND i.row_no > ${storedRowNo(registry.removed_rows, query.afterRow ?? (page - 1) * perPage)}`
    : sql``;
  const source = sql`
    SELECT i.*
    FROM ${from}
    WHERE ${where} ${after}
    ORDER BY i.row_no
    LIMIT ${perPage} ${isKeyed ? sql`` : sql`OFFSET ${(page - 1) * perPage}`}`;

  const [items, total] = await Promise.all([
    kind.items.present(platform, db, registry, actor, source),
    totalOf(db, registry, query, sql`${from} WHERE ${where}`),
  ]);
  return { items, meta: listMeta(page, perPage, total) };
}

function filtersOf(
  kind: RegistryKind,
  registry: RegistryRow,
  query: ItemListQuery,
  actor: AccountActor,
): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (query.onlyErrors) conditions.push(sql`i.error_count > 0`);
  if (query.onlyWarnings) conditions.push(sql`i.warning_count > 0`);
  if (query.cause) conditions.push(hasFinding(query.cause, query.causeColumn));
  if (query.states?.length)
    conditions.push(
      registry.state === "CANCELED"
        ? sql`${query.states.includes("CANCELED")}::boolean`
        : kind.items.inStates(query.states.map(String)),
    );
  const search = query.search?.trim();
  if (search) conditions.push(searchOf(kind, registry, search, actor));
  return conditions;
}

/** Row number, external id, and the kind's own conditions. */
function searchOf(
  kind: RegistryKind,
  registry: RegistryRow,
  search: string,
  actor: AccountActor,
): RawBuilder<unknown> {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const ways = [
    sql`i.external_id = ${search}`,
    ...kind.items.search(registry, search, pattern, actor),
  ];
  if (/^\d{1,6}$/.test(search)) ways.push(sql`${LINE} = ${Number(search)}`);
  return sql`(${sql.join(ways, sql` OR `)})`;
}

async function totalOf(
  db: Kysely<Schema>,
  registry: RegistryRow,
  query: ItemListQuery,
  fromWhere: RawBuilder<unknown>,
): Promise<number> {
  const filters = [
    query.onlyErrors,
    query.onlyWarnings,
    query.cause,
    query.states?.length,
    query.search?.trim(),
  ].filter(Boolean).length;
  if (filters === 0) return registry.row_count;
  if (filters === 1 && query.onlyErrors) return registry.error_count;
  if (filters === 1 && query.onlyWarnings) return registry.warning_count;
  const { rows } = await sql<{
    total: number;
  }>`SELECT count(*)::integer AS total FROM ${fromWhere}`.execute(db);
  return rows[0]?.total ?? 0;
}
