import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import type { ExportFilters } from "#contract/exports/export.ts";
import { endOfMoscowDay, moscowTextOf, startOfMoscowDay } from "#server/data/moscow-day.ts";
import type { ExportRow } from "./queries.ts";
import type { CellKind, ExportColumn, ExportTable } from "./read-table.ts";

export const JOB_JOINS = sql`
  LEFT JOIN projects g ON g.account_id = j.account_id AND g.id = j.project_id
  LEFT JOIN services s ON s.id = j.service_id`;
export const NAME = sql`nullif(concat_ws(' ', w.last_name, w.first_name, w.middle_name), '')`;
/** The INN's end tells namesakes apart. */
export const WORKMAN_GROUP = sql`
  coalesce(${NAME} || coalesce(', ' || right(w.inn, 4), ''), 'Без исполнителя')`;

/** Decision: grouped by the set of tags: each row counts once. */
const TAGS = sql`nullif(array_to_string(ARRAY(SELECT unnest(j.tags) ORDER BY 1), ', '), '')`;

export function groupsOf(at: RawBuilder<unknown>): ExportTable["groups"] {
  return {
    PROJECT: sql`coalesce(g.title, 'Без проекта')`,
    TAG: sql`coalesce(${TAGS}, 'Без тегов')`,
    WORKMAN: WORKMAN_GROUP,
    SERVICE: sql`coalesce(s.title, 'Без услуги')`,
    MONTH: monthOf(at),
  };
}

type NarrowedOrder = Pick<ExportRow, "account_id" | "project_ids"> & {
  readonly filters: Omit<ExportFilters, "periodStart" | "periodEnd">;
};

export function narrowed(order: NarrowedOrder): RawBuilder<unknown> {
  const { account_id: accountId, filters, project_ids: scope } = order;
  const conditions: RawBuilder<unknown>[] = [];
  if (scope !== null) conditions.push(sql`j.project_id = ANY (${scope}::integer[])`);
  if (filters.projects?.length)
    conditions.push(sql`j.project_id = ANY (${filters.projects}::integer[])`);
  if (filters.jobTags?.length) conditions.push(anyOfJobTags(order));
  if (filters.jobs?.length) conditions.push(sql`j.id = ANY (${filters.jobs}::bigint[])`);
  if (filters.accountEmployees?.length)
    conditions.push(
      sql`
        w.id IN (SELECT m.workman_id
          FROM employments m
          WHERE m.account_id = ${accountId} AND m.id = ANY (${filters.accountEmployees}::integer[]))`,
    );
  return conditions.length === 0 ? sql`` : sql`AND ${sql.join(conditions, sql` AND `)}`;
}

export function anyOfJobTags({
  account_id: accountId,
  filters,
}: NarrowedOrder): RawBuilder<unknown> {
  return sql`
    j.tags && ARRAY(SELECT t.title
      FROM job_tags t
      WHERE t.account_id = ${accountId} AND t.id = ANY (${filters.jobTags}::integer[]))`;
}

/** Moscow dates, inclusive. */
export function duringExportPeriod(
  { filters }: ExportRow,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    ${at} >= ${startOfMoscowDay(filters.periodStart)}
      AND ${at} < ${endOfMoscowDay(filters.periodEnd)}`;
}

/** Payouts `y` of these registries. */
export function paidBy(registries: readonly number[]): RawBuilder<unknown> {
  return sql`y.registry_id = ANY (${registries}::integer[])`;
}

/** A receipt's URL has the workman's INN. */
export function seesPersonalData(order: Pick<ExportRow, "role" | "responsibleRole">): boolean {
  return may(order, "workmen.personal-data");
}

/** Without the right the last four digits. Source: `domain.md` §2.1, «worker personal data». */
export function workmanColumns(order: ExportRow): ExportColumn[] {
  const inn = seesPersonalData(order) ? sql`w.inn` : sql`'********' || right(w.inn, 4)`;
  return [text("Исполнитель", 34, NAME), text("ИНН", 16, inn, true)];
}

export function projectAndTagColumns(): ExportColumn[] {
  return [text("Проект", 24, sql`g.title`), text("Теги", 24, TAGS)];
}

const column = (
  kind: CellKind,
  title: string,
  width: number,
  value: RawBuilder<unknown>,
  isText = false,
): ExportColumn => ({ title, width, kind, value, ...(isText ? { isText } : {}) });
export const text = (title: string, width: number, value: RawBuilder<unknown>, isText = false) =>
  column("text", title, width, value, isText);
export const money = (title: string, value: RawBuilder<unknown>) =>
  column("money", title, 18, value);
export const count = (title: string, value: RawBuilder<unknown>) =>
  column("count", title, 12, value);
export const date = (title: string, value: RawBuilder<unknown>) => column("date", title, 14, value);

export function minuteOf(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return moscowTextOf(at, "DD.MM.YYYY HH24:MI");
}

export function monthOf(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return moscowTextOf(at, "YYYY-MM");
}

export function titled(
  titles: Readonly<Record<string, string>>,
  code: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`${JSON.stringify(titles)}::jsonb ->> ${code}`;
}
