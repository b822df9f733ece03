import { sql, type RawBuilder } from "kysely";
import { HAS_AGREED } from "#server/data/employment-consent.ts";
import { may } from "#contract/access/access.ts";
import { EMPLOYMENT_STATE } from "#contract/employees/employment-states.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { yearIncome } from "#server/data/year-income.ts";
import { endOfMoscowDay, moscowDayOf } from "#server/data/moscow-day.ts";
import {
  count,
  date,
  money,
  monthOf,
  NAME,
  seesPersonalData,
  anyOfJobTags,
  text,
  titled,
  duringExportPeriod,
  WORKMAN_GROUP,
} from "./export-columns.ts";
import type { ExportRow } from "./queries.ts";
import type { ExportTable } from "./read-table.ts";

/** Sums need the right to payments. */
export function workmenTable(order: ExportRow): Omit<ExportTable, "name"> {
  const { filters, project_ids: scope } = order;
  const period = `за ${formatDate(filters.periodStart)} – ${formatDate(filters.periodEnd)}`;
  const hasSums = may(order, "payroll-registries.view");
  // As on the employees' page: an invitation reveals no phone.
  const isConfirmed = HAS_AGREED;
  const isOpen = seesPersonalData(order) ? isConfirmed : sql`false`;
  const ofJobs: RawBuilder<unknown>[] = [];
  if (filters.jobs?.length) ofJobs.push(sql`j.id = ANY (${filters.jobs}::bigint[])`);
  if (filters.jobTags?.length) ofJobs.push(anyOfJobTags(order));
  const conditions = [
    sql`e.account_id = ${order.account_id}`,
    sql`e.since < ${endOfMoscowDay(filters.periodEnd)}`,
  ];
  if (scope !== null) conditions.push(sql`e.project_ids && ${scope}::integer[]`);
  if (filters.projects?.length)
    conditions.push(sql`e.project_ids && ${filters.projects}::integer[]`);
  if (filters.accountEmployees?.length)
    conditions.push(sql`e.id = ANY (${filters.accountEmployees}::integer[])`);
  if (ofJobs.length > 0)
    conditions.push(
      sql`
        EXISTS (SELECT FROM jobs j
          WHERE j.account_id = e.account_id
            AND j.workman_id = e.workman_id
            AND ${sql.join(ofJobs, sql` AND `)})`,
    );
  const ofScope = scope === null ? sql`` : sql`AND k.project_id = ANY (${scope}::integer[])`;
  return {
    columns: [
      text("Исполнитель", 34, sql`CASE WHEN e.invited_phone IS NULL THEN ${NAME} END`),
      text(
        "ИНН",
        16,
        sql`
          CASE WHEN ${isOpen} THEN w.inn WHEN ${isConfirmed} THEN '********' || right(w.inn, 4) END`,
        true,
      ),
      text(
        "Телефон",
        20,
        sql`
          CASE
            WHEN ${isOpen} THEN p.phone
            ELSE left(coalesce(e.invited_phone, p.phone),
              4) || '*****' || right(coalesce(e.invited_phone, p.phone), 2) END`,
        true,
      ),
      text(
        "Состояние профиля",
        22,
        sql`CASE WHEN ${isConfirmed} THEN ${titled(WORKMAN_STATE.titles, sql`w.state`)} END`,
      ),
      text(
        "Статус НПД",
        24,
        sql`CASE WHEN ${isConfirmed} THEN ${titled(SMZ_STATE.titles, sql`w.smz_state`)} END`,
      ),
      text("Сотрудничество", 24, titled(EMPLOYMENT_STATE.titles, sql`e.state`)),
      date("Работает с", moscowDayOf(sql`e.since`)),
      text("Проекты", 30, PROJECTS_OF_EMPLOYMENT),
      count(`Заданий ${period}`, sql`coalesce(done.jobs, 0)`),
      ...(hasSums
        ? [
            money(`Выплачено ${period}, ₽`, sql`coalesce(got.paid, 0)::bigint`),
            // From all customers, whatever the period.
            money(
              "Доход за год, ₽",
              sql`CASE WHEN ${isConfirmed} THEN ${yearIncome(moscowDate(order.created_at))} END`,
            ),
          ]
        : []),
    ],
    // At once: neither table has an index by workman.
    source: sql`
      FROM employments e JOIN workmen w ON w.id = e.workman_id JOIN people p ON p.id = w.person_id
      LEFT JOIN (SELECT k.workman_id, count(*) AS jobs
        FROM jobs k
        WHERE k.account_id = ${order.account_id} AND ${duringExportPeriod(order, sql`k.created_at`)} ${ofScope}
        GROUP BY 1) done ON done.workman_id = e.workman_id
      LEFT JOIN (
        SELECT k.workman_id, sum(y.amount_kopecks) AS paid
        FROM payouts y
        JOIN jobs k ON k.account_id = y.account_id AND k.id = y.job_id
        WHERE y.account_id = ${order.account_id}
          AND y.state = 'PAID'
          AND ${duringExportPeriod(order, sql`y.paid_at`)} ${ofScope}
        GROUP BY 1
      ) got ON got.workman_id = e.workman_id
      WHERE ${sql.join(conditions, sql` AND `)}`,
    order: sql`w.last_name, w.first_name, w.id`,
    groups: {
      PROJECT: sql`coalesce(${PROJECTS_OF_EMPLOYMENT}, 'Без проекта')`,
      MONTH: monthOf(sql`e.since`),
      WORKMAN: sql`
        CASE WHEN e.invited_phone IS NULL THEN ${WORKMAN_GROUP} ELSE 'Не подтвердил' END`,
    },
  };
}

const PROJECTS_OF_EMPLOYMENT = sql`
  (SELECT string_agg(q.title, ', ' ORDER BY q.title)
    FROM projects q
    WHERE q.account_id = e.account_id AND q.id = ANY (e.project_ids))`;
