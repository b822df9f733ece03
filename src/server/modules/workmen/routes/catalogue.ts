import { sql, type RawBuilder } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { workmanEndpoints as endpoints } from "#contract/workmen/workman-endpoints.ts";
import { listEmployments } from "#server/modules/employees/index.ts";
import { notFound } from "#server/http/app-error.ts";
import { containing, pageOf } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { loadMyWorkmanInfo } from "../my-workman-info.ts";
import { presentWorkman, selectWorkmen, type WorkmanRow } from "../queries.ts";

export function serveWorkmen(serve: Serve, { clock }: Platform): void {
  serve(endpoints.info, async ({ actor, query, trx }) => {
    const { rows } = await sql<WorkmanRow>`
        ${selectWorkmen(actor, moscowDate(clock.now()))}
        WHERE w.id = ${query.workmanID} AND w.state = 'ACTIVE'`.execute(trx);
    if (!rows[0]) throw notFound("Исполнитель не найден");
    return presentWorkman(rows[0], actor);
  });

  serve(
    endpoints.list,
    async ({ actor, query, trx }) => {
      const page = pageOf(query);
      const where = sql.join(
        [sql`w.state = 'ACTIVE'`, ...filtersOf(query, (actor?.accountId ?? null) !== null)],
        sql` AND `,
      );
      const { rows } = await sql<WorkmanRow>`
          ${selectWorkmen(actor, moscowDate(clock.now()))}
          WHERE ${where}
          ORDER BY ${orderOf(query)}, w.id
          LIMIT ${page.limit} OFFSET ${page.offset}`.execute(trx);
      const count = await sql<{
        total: bigint;
      }>`SELECT count(*) AS total FROM workmen w WHERE ${where}`.execute(trx);
      return {
        items: rows.map((row) => presentWorkman(row, actor)),
        meta: page.metaOf(count.rows[0]?.total ?? 0n),
      };
    },
    { readsReplica: true },
  );

  serve(endpoints.myInfo, ({ actor, trx }) => loadMyWorkmanInfo(trx, actor, clock.now()));

  serve(
    endpoints.employmentList,
    async ({ actor, query, trx }) => {
      const page = pageOf(query);
      const { items, total } = await listEmployments(trx, actor.workmanId, {
        ...page,
        states: query.states,
      });
      return { items, meta: page.metaOf(total) };
    },
    { readsReplica: true },
  );
}

interface CatalogueQuery {
  readonly search?: string;
  readonly cityID?: number;
  readonly serviceIDs?: number[];
  readonly serviceGroupID?: number;
  readonly taxpayerTypes?: string[];
  readonly ratingFrom?: number;
  readonly sortBy?: "rating" | "finishedJobsCount" | "registeredAt" | "name";
  readonly sortDirection?: "asc" | "desc";
}

function filtersOf(query: CatalogueQuery, seesLastNames: boolean): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (query.search?.trim()) {
    const text = containing(query.search);
    // A hidden last name is not searchable.
    const name = seesLastNames ? sql`concat_ws(' ', w.last_name, w.first_name)` : sql`w.first_name`;
    filters.push(
      sql`
        (${name} ILIKE ${text}
          OR w.about ILIKE ${text}
          OR EXISTS (SELECT FROM workman_services x
            JOIN services s ON s.id = x.service_id
            WHERE x.workman_id = w.id AND s.title ILIKE ${text}))`,
    );
  }
  if (query.cityID !== undefined) filters.push(sql`w.city_id = ${query.cityID}`);
  if (query.serviceIDs?.length)
    filters.push(
      sql`
        EXISTS (SELECT FROM workman_services x
          WHERE x.workman_id = w.id AND x.service_id = ANY (${query.serviceIDs}::integer[]))`,
    );
  if (query.serviceGroupID !== undefined) {
    filters.push(
      sql`
        EXISTS (SELECT FROM workman_services x
          JOIN services s ON s.id = x.service_id
          WHERE x.workman_id = w.id AND s.group_id = ${query.serviceGroupID})`,
    );
  }
  if (query.taxpayerTypes?.length)
    filters.push(sql`w.taxpayer_type = ANY (${query.taxpayerTypes}::text[])`);
  if (query.ratingFrom !== undefined && query.ratingFrom > 0)
    filters.push(sql`w.rating >= ${query.ratingFrom}`);
  return filters;
}

function orderOf({ sortBy, sortDirection }: CatalogueQuery): RawBuilder<unknown> {
  const direction =
    (sortDirection ?? (sortBy === "name" ? "asc" : "desc")) === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "name") return sql`lower(w.first_name) ${direction}`;
  if (sortBy === "registeredAt") return sql`w.created_at ${direction}`;
  if (sortBy === "finishedJobsCount") return sql`finished_jobs_count ${direction}`;
  // Five stars of many beat five of one; none come last.
  return sql`w.rating ${direction} NULLS LAST, w.reviews_count DESC`;
}
