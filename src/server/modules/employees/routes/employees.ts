import { sql, type RawBuilder } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import { may } from "#contract/access/access.ts";
import { employeeEndpoints as endpoints } from "#contract/employees/employee-endpoints.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { isBlacklisted, payableFacts, payCauseOf } from "#server/money/payability/index.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { presentEmployee, shownName } from "../presenter.ts";
import {
  LAST_JOB_AT,
  loadEmployee,
  selectEmployees,
  withinReach,
  type EmployeeRow,
} from "../queries.ts";
import { employeeProjects, inviteEmployee } from "../actions/invite-employee.ts";

export function serveEmployees(serve: Serve, { clock, events }: Platform): void {
  serve.list(endpoints.list, ({ actor, query }) => ({
    of: "e",
    from: sql`employments e
      LEFT JOIN workmen w ON w.id = e.workman_id
      LEFT JOIN people p ON p.id = w.person_id`,
    where: [
      withinReach(actor),
      ...filtersOf(query, actor, clock.now()),
      ...olderThan(query, sql`e.since`),
    ],
    order: sql`${orderOf(query)}, e.id DESC`,
    select: (page) => selectEmployees(clock.now(), page),
    present: (rows) => rows.map((row) => presentEmployee(row, actor)),
  }));

  serve(endpoints.info, async ({ actor, params, trx }) => {
    const { rows } = await sql<EmployeeRow>`
        ${selectEmployees(clock.now())} WHERE ${withinReach(actor)} AND e.id = ${params.id}`.execute(
      trx,
    );
    if (!rows[0]) throw notFound("Исполнитель не найден");
    return presentEmployee(rows[0], actor);
  });

  serve(endpoints.invite, async ({ actor, body, trx, audit }) => {
    const id = await inviteEmployee(trx, actor, body, events, clock.now());
    const row = await loadEmployee(trx, withinReach(actor), id, clock.now());
    audit({
      event: "employment.invited",
      object: { type: "employee", id, title: shownName(row) },
      after: { state: row.state },
    });
    await announce(trx, { to: `account:${actor.accountId}`, resource: "employees", ids: [id] });
    return presentEmployee(row, actor);
  });

  serve(endpoints.update, async ({ actor, params, body, trx, audit }) => {
    const before = await loadEmployee(trx, withinReach(actor), params.id, clock.now());
    const projectIds =
      body.projectIDs === undefined
        ? before.project_ids
        : await mergedProjects(await employeeProjects(trx, actor, body.projectIDs), before, actor);
    const comment = body.comment === undefined ? before.comment : body.comment.trim() || null;
    await sql`
      UPDATE employments
      SET project_ids = ${projectIds}::integer[], comment = ${comment}
      WHERE account_id = ${actor.accountId} AND id = ${params.id}`.execute(trx);
    audit({
      event: "employment.updated",
      object: { type: "employee", id: params.id, title: shownName(before) },
      before: { projectIds: before.project_ids },
      after: { projectIds },
    });
    await announce(trx, {
      to: `account:${actor.accountId}`,
      resource: "employees",
      ids: [params.id],
    });
    return presentEmployee(
      await loadEmployee(trx, withinReach(actor), params.id, clock.now()),
      actor,
    );
  });
}

/** A limited manager changes own projects only. */
async function mergedProjects(
  asked: readonly number[] | null,
  before: EmployeeRow,
  actor: AccountActor,
): Promise<readonly number[] | null> {
  if (actor.projectIds === null || asked === null) return asked;
  return [
    ...new Set([
      ...(before.project_ids ?? []).filter((id) => !actor.projectIds?.includes(id)),
      ...asked,
    ]),
  ];
}

/** Unconfirmed phone invitations must reveal nobody by search or order. */
const IS_TOLD = sql`e.invited_phone IS NULL`;

interface ListQuery {
  readonly search?: string;
  readonly states?: string[];
  readonly smzStates?: string[];
  readonly taxpayerTypes?: string[];
  readonly projectIDs?: number[];
  readonly onlyPayable?: boolean;
  readonly sortBy?: "createdAt" | "name" | "lastJobAt" | "rating";
  readonly sortDirection?: "asc" | "desc";
}

function filtersOf(query: ListQuery, actor: AccountActor, now: Date): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (query.search?.trim()) {
    const digits = query.search.replace(/\D/g, "").replace(/^8(?=\d{10}$)/, "7");
    // Masked numbers are not searchable.
    const byNumber =
      digits.length >= 4 && may(actor, "workmen.personal-data")
        ? sql`
          OR (${HAS_AGREED}
            AND (p.phone LIKE ${`%${digits}%`} OR w.inn LIKE ${`%${digits}%`}))`
        : sql``;
    filters.push(
      sql`
        ((${IS_TOLD}
          AND concat_ws(' ', w.last_name, w.first_name,
            w.middle_name) ILIKE ${containing(query.search)})
          OR e.comment ILIKE ${containing(query.search)} ${byNumber})`,
    );
  }
  if (query.states?.length) filters.push(sql`e.state = ANY (${query.states}::text[])`);
  if (query.smzStates?.length)
    filters.push(
      sql`
        ${HAS_AGREED} AND w.smz_state = ANY (${query.smzStates}::text[])`,
    );
  if (query.taxpayerTypes?.length)
    filters.push(sql`${IS_TOLD} AND w.taxpayer_type = ANY (${query.taxpayerTypes}::text[])`);
  if (query.projectIDs?.length) filters.push(sql`e.project_ids && ${query.projectIDs}::integer[]`);
  if (query.onlyPayable) {
    const today = moscowDate(now);
    filters.push(
      sql`
        ${HAS_AGREED} AND (SELECT ${payCauseOf({
          isBlacklisted: isBlacklisted(sql`e.account_id`, today),
        })}
          FROM (SELECT ${payableFacts(today)}) f) IS NULL`,
    );
  }
  return filters;
}

function orderOf({ sortBy, sortDirection }: ListQuery): RawBuilder<unknown> {
  const direction =
    (sortDirection ?? (sortBy === "name" ? "asc" : "desc")) === "asc" ? sql`ASC` : sql`DESC`;
  if (sortBy === "name")
    return sql`
      CASE
        WHEN ${IS_TOLD} THEN lower(concat_ws(' ', w.last_name, w.first_name,
          w.middle_name)) END ${direction} NULLS LAST`;
  if (sortBy === "lastJobAt") return sql`${LAST_JOB_AT} ${direction} NULLS LAST`;
  if (sortBy === "rating")
    return sql`
      CASE
        WHEN ${IS_TOLD} THEN w.rating END ${direction} NULLS LAST, CASE
        WHEN ${IS_TOLD} THEN w.reviews_count END DESC NULLS LAST`;
  return sql`e.since ${direction}`;
}
