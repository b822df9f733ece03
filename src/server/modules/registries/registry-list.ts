import { sql, type RawBuilder } from "kysely";
import type { Permission } from "#contract/access/permissions.ts";
import { DEFAULT_PER_PAGE, listMeta, type ListMeta } from "#contract/kernel/paging.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { STARTED_REGISTRIES, type RegistryState } from "#contract/registries/registry-states.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { olderThan } from "#server/http/paging.ts";
import { givenNumbers } from "./registry-numbers.ts";
import { storedRowNo } from "./registry-pages.ts";
import { projectScope, SELECT_REGISTRY, type RegistryRow } from "./registry-row.ts";

export interface RegistryListRequest {
  readonly kind: RegistryKindName;
  readonly permission: Permission;
  readonly query: {
    readonly page?: number;
    readonly perPage?: number;
    readonly before?: string;
    readonly search?: string;
    readonly states?: RegistryState[];
    readonly projectID?: number;
    readonly periodStart?: string;
    readonly periodEnd?: string;
    readonly sortBy?: "createdAt" | "number" | "amount" | "rowsCount";
    readonly sortDirection?: "asc" | "desc";
  };
}

/**
 * Within the person's projects, newest first by default. Numbers without
 * those of removed registries are the total and find a page at any depth; only filtered lists are
 * counted.
 */
export async function listRegistries(
  ask: PreparedQuery,
  actor: AccountActor,
  { kind, permission, query }: RegistryListRequest,
): Promise<{ rows: RegistryRow[]; meta: ListMeta }> {
  const page = query.page ?? 1;
  const perPage = query.perPage ?? DEFAULT_PER_PAGE;
  const conditions = filtersOf(actor, permission, query);
  const own = sql`r.account_id = ${actor.accountId} AND r.kind = ${kind}`;
  const isDescending = query.sortDirection !== "asc";
  const skipped = (page - 1) * perPage;

  if (conditions.length === 0) {
    const { last, removed } = await givenNumbers(ask, actor.accountId, kind);
    const total = last - removed.length;
    const numberAt = (count: number) => storedRowNo(removed, Math.max(0, count));
    if (query.sortBy === undefined || query.sortBy === "createdAt" || query.sortBy === "number") {
      const rows = await ask(sql<RegistryRow>`
        ${SELECT_REGISTRY}
        WHERE ${own}
          AND ${isDescending ? sql`r.number <= ${numberAt(total - skipped)}` : sql`r.number > ${numberAt(skipped)}`}
        ORDER BY r.number ${isDescending ? sql`DESC` : sql`ASC`} LIMIT ${sql.lit(perPage)}`);
      return { rows, meta: listMeta(page, perPage, total) };
    }
  }
  const where = sql.join([own, ...conditions], sql` AND `);
  const [rows, [counted]] = await Promise.all([
    ask(sql<RegistryRow>`
      ${SELECT_REGISTRY} WHERE ${where}
      ORDER BY ${SORTS[query.sortBy ?? "createdAt"]} ${isDescending ? sql`DESC` : sql`ASC`},
        r.number DESC
      LIMIT ${sql.lit(perPage)} OFFSET ${skipped}`),
    ask(sql<{
      total: number;
    }>`
      SELECT count(*)::integer AS total
      FROM registries r
      JOIN people author ON author.id = r.created_by
      WHERE ${where}`),
  ]);
  return { rows, meta: listMeta(page, perPage, counted?.total ?? 0) };
}

const SORTS = {
  createdAt: sql`r.number`,
  number: sql`r.number`,
  // As presented: planned before the start, then paid.
  amount: sql`CASE
    WHEN r.state = 'CANCELED' THEN 0
    WHEN r.state = ANY (${[...STARTED_REGISTRIES]}::text[]) THEN r.paid_kopecks
    ELSE r.amount_kopecks END`,
  rowsCount: sql`r.row_count`,
};

function filtersOf(
  actor: AccountActor,
  permission: Permission,
  query: RegistryListRequest["query"],
): RawBuilder<unknown>[] {
  const conditions = olderThan(query, sql`r.created_at`);
  const scope = projectScope(actor, permission);
  if (scope !== null) conditions.push(sql`r.project_id = ANY (${[...scope]}::integer[])`);
  if (query.projectID !== undefined) conditions.push(sql`r.project_id = ${query.projectID}`);
  if (query.states && query.states.length > 0)
    conditions.push(sql`r.state = ANY (${query.states}::text[])`);
  // Moscow dates, inclusive.
  if (query.periodStart) conditions.push(sql`r.created_on >= ${query.periodStart}::date`);
  if (query.periodEnd) conditions.push(sql`r.created_on <= ${query.periodEnd}::date`);
  const search = query.search?.trim();
  if (search) conditions.push(searchOf(search));
  return conditions;
}

/** Number, registry or file name, author; digits also external id and INN of a row. */
function searchOf(search: string): RawBuilder<unknown> {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const ways = [
    sql`r.title ILIKE ${pattern}`,
    sql`r.file_name ILIKE ${pattern}`,
    sql`author.name ILIKE ${pattern}`,
  ];
  const number = /^(?:№\s*)?(\d{1,9})$/.exec(search)?.[1];
  if (number) ways.push(sql`r.number = ${Number(number)}`);
  if (/\d/.test(search))
    ways.push(
      sql`
        EXISTS (SELECT FROM registry_items i
          WHERE i.account_id = r.account_id AND i.registry_id = r.id AND i.external_id = ${search})`,
    );
  if (/^\d{12}$/.test(search))
    ways.push(
      sql`
        EXISTS (SELECT FROM registry_items i
          WHERE i.account_id = r.account_id AND i.registry_id = r.id AND i.inn = ${search})`,
    );
  return sql`(${sql.join(ways, sql` OR `)})`;
}
