import { sql, type RawBuilder } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { workmanEndpoints as endpoints } from "#contract/workmen/workman-endpoints.ts";
import { listEmployments } from "#server/modules/employees/index.ts";
import { notFound } from "#server/http/app-error.ts";
import { containing } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { loadMyWorkmanInfo } from "../my-workman-info.ts";
import { FINISHED_JOBS_COUNT, presentWorkman, selectWorkmen, type WorkmanRow } from "../queries.ts";

export function serveWorkmen(serve: Serve, { clock }: Platform): void {
  serve(endpoints.info, async ({ actor, query, trx }) => {
    const { rows } = await sql<WorkmanRow>`
        ${selectWorkmen(actor, moscowDate(clock.now()))}
        WHERE w.id = ${query.workmanID} AND w.state = 'ACTIVE'`.execute(trx);
    if (!rows[0]) throw notFound("Исполнитель не найден");
    return presentWorkman(rows[0], actor);
  });

  serve.list(endpoints.list, ({ actor, query }) => ({
    of: "w",
    from: sql`workmen w`,
    where: [sql`w.state = 'ACTIVE'`, ...filtersOf(query, (actor?.accountId ?? null) !== null)],
    order: sql`${orderOf(query)}, w.id`,
    select: (page) => selectWorkmen(actor, moscowDate(clock.now()), page),
    present: (rows) => rows.map((row) => presentWorkman(row, actor)),
  }));

  serve(endpoints.myInfo, ({ actor, trx }) => loadMyWorkmanInfo(trx, actor, clock.now()));

  serve.list(endpoints.employmentList, ({ actor, query }) =>
    listEmployments(actor.workmanId, query.states),
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
  if (sortBy === "finishedJobsCount") return sql`${FINISHED_JOBS_COUNT} ${direction}`;
  // Five stars of many weigh more than five of one; who has none comes last either way.
  return sql`w.rating ${direction} NULLS LAST, w.reviews_count DESC`;
}
