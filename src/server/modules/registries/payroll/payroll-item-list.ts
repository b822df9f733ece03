import { sql, type Kysely, type RawBuilder } from "kysely";
import { DEFAULT_PER_PAGE, listMeta, type ListMeta } from "#contract/http/paging.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import type { PayrollItemState } from "#contract/registries/registry-item-states.ts";
import type { Schema } from "#server/database/schema.ts";
import type { AccountActor } from "#server/platform/actor.ts";
import { storedRowNo } from "../registry-pages.ts";
import type { RegistryRow } from "../registry-row.ts";
import { itemRightsOf } from "./load-payroll-item.ts";
import { ITEM_STATE_OF_PAYOUT, presentPayrollItem, selectPayrollItems } from "./payroll-items.ts";

export interface ItemListQuery {
  readonly page?: number;
  readonly perPage?: number;
  readonly afterRow?: number;
  readonly onlyErrors?: boolean;
  readonly onlyWarnings?: boolean;
  readonly states?: PayrollItemState[];
  readonly cause?: string;
  readonly search?: string;
}

/**
 * Rows of a registry in their order. The whole list is paged by the rows' numbers, so page 3 000 costs what page 1 costs; a
 * filtered one is short enough to be skipped through. Totals come from the counters wherever a counter knows them.
 */
export async function listPayrollItems(db: Kysely<Schema>, registry: RegistryRow, actor: AccountActor, query: ItemListQuery): Promise<{ items: PayrollItem[]; meta: ListMeta }> {
  const page = query.page ?? 1;
  const perPage = query.perPage ?? DEFAULT_PER_PAGE;
  const conditions = filtersOf(registry, query);
  const own = sql`i.account_id = ${registry.account_id} AND i.registry_id = ${registry.id} AND i.created_on = ${registry.created_on}::date`;
  const from = query.states?.length ? sql`registry_items i ${WITH_PAYOUT}` : sql`registry_items i`;
  const where = sql.join([own, ...conditions], sql` AND `);
  const isKeyed = query.afterRow !== undefined || conditions.length === 0;
  const after = isKeyed ? sql`AND i.row_no > ${storedRowNo(registry.removed_rows, query.afterRow ?? (page - 1) * perPage)}` : sql``;
  const source = sql`SELECT i.* FROM ${from} WHERE ${where} ${after} ORDER BY i.row_no LIMIT ${perPage} ${isKeyed ? sql`` : sql`OFFSET ${(page - 1) * perPage}`}`;

  const [{ rows }, total] = await Promise.all([selectPayrollItems(source).execute(db), totalOf(db, registry, query, sql`${from} WHERE ${where}`)]);
  const rights = itemRightsOf(registry, actor);
  return { items: rows.map((row) => presentPayrollItem(row, rights)), meta: listMeta(page, perPage, total) };
}

const WITH_PAYOUT = sql`LEFT JOIN payouts o ON o.account_id = i.account_id AND o.registry_id = i.registry_id AND o.row_no = i.row_no`;

function filtersOf(registry: RegistryRow, query: ItemListQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (query.onlyErrors) conditions.push(sql`i.error_count > 0`);
  if (query.onlyWarnings) conditions.push(sql`i.warning_count > 0`);
  if (query.cause) conditions.push(hasCause(query.cause));
  if (query.states?.length) conditions.push(inStates(query.states));
  const search = query.search?.trim();
  if (search) conditions.push(searchOf(registry, search));
  return conditions;
}

/** Rows with this cause in any column; `error_count` or `warning_count` first, because those rows have an index. */
function hasCause(code: string): RawBuilder<unknown> {
  return sql`(i.error_count > 0 OR i.warning_count > 0) AND i.issues @> ${JSON.stringify([{ code }])}::jsonb`;
}

/** A row with a payout is in the state of the payout, any other in its own. */
function inStates(states: readonly PayrollItemState[]): RawBuilder<unknown> {
  const payoutStates = Object.entries(ITEM_STATE_OF_PAYOUT).filter(([, shown]) => states.includes(shown)).map(([state]) => state);
  return sql`CASE WHEN o.id IS NULL THEN i.state = ANY (${[...states]}::text[]) ELSE o.state = ANY (${payoutStates}::text[]) END`;
}

/** By ИНН or its beginning, external id, row number, or a part of the name in the file or the profile. */
function searchOf(registry: RegistryRow, search: string): RawBuilder<unknown> {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const ways = [sql`i.external_id = ${search}`, sql`i.cells[3] ILIKE ${pattern}`];
  if (/^\d{1,6}$/.test(search)) ways.push(sql`i.row_no = ${storedRowNo(registry.removed_rows, Number(search))}`);
  if (/^\d{3,12}$/.test(search)) ways.push(sql`i.inn LIKE ${`${search}%`}`, sql`i.cells[2] LIKE ${`${search}%`}`);
  if (/\p{L}/u.test(search)) ways.push(sql`i.workman_id IN (SELECT w.id FROM workmen w WHERE w.id IN (SELECT x.workman_id FROM registry_items x WHERE x.account_id = ${registry.account_id} AND x.registry_id = ${registry.id}) AND concat_ws(' ', w.last_name, w.first_name, w.middle_name) ILIKE ${pattern})`);
  return sql`(${sql.join(ways, sql` OR `)})`;
}

async function totalOf(db: Kysely<Schema>, registry: RegistryRow, query: ItemListQuery, fromWhere: RawBuilder<unknown>): Promise<number> {
  const filters = [query.onlyErrors, query.onlyWarnings, query.cause, query.states?.length, query.search?.trim()].filter(Boolean).length;
  if (filters === 0) return registry.row_count;
  if (filters === 1 && query.onlyErrors) return registry.error_count;
  if (filters === 1 && query.onlyWarnings) return registry.warning_count;
  const { rows } = await sql<{ total: number }>`SELECT count(*)::integer AS total FROM ${fromWhere}`.execute(db);
  return rows[0]?.total ?? 0;
}
