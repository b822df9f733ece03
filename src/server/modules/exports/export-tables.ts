import { sql, type RawBuilder } from "kysely";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import { roleHas } from "#contract/access/role-permissions.ts";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { EMPLOYMENT_STATE } from "#contract/employees/employment-states.ts";
import type { ExportFilters } from "#contract/exports/export.ts";
import { EXPORT_TYPE, type ExportType } from "#contract/exports/export-states.ts";
import { JOB_DOCUMENT_STATE, JOB_DOCUMENT_TYPE } from "#contract/job-documents/job-document-states.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { TRANSACTION_TYPE } from "#contract/transactions/transaction-types.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";
import { auditChangesText, auditTitle, journalReach } from "#server/modules/audit-log/index.ts";
import { operationLines } from "#server/modules/transactions/index.ts";
import { endOfMoscowDay, moscowDayOf, moscowTextOf, startOfMoscowDay } from "#server/platform/moscow-day.ts";
import { rateOn } from "#server/platform/rate-on.ts";
import { linkOfReceipt } from "#server/platform/site-links.ts";
import type { ExportRow } from "./export-rows.ts";
import type { CellKind, ExportColumn, ExportTable } from "./read-table.ts";

type TableType = Exclude<ExportType, "DOCUMENTS_ARCHIVE">;

/** The table of one type, narrowed to the order's filters and to what its author may see. Source: `domain.md` §2.8, §4.8. */
export function exportTable(type: TableType, order: ExportRow): ExportTable {
  return { name: EXPORT_TYPE.titles[type], ...TABLES[type](order) };
}

type Body = Omit<ExportTable, "name">;

const TABLES: Record<TableType, (order: ExportRow) => Body> = {
  JOBS: (order) => ({
    columns: [
      text("ID задания", 12, sql`j.id`, true),
      text("Задание", 40, sql`j.title`),
      text("Состояние", 20, titled(JOB_STATE.titles, sql`j.state`)),
      ...worker(order),
      text("Услуга", 30, sql`s.title`),
      date("Начало работ", sql`coalesce(j.work_start, ${moscowDayOf(sql`j.start_at`)})`),
      date("Окончание работ", sql`coalesce(j.work_end, ${moscowDayOf(sql`j.finish_at`)})`),
      money("Бюджет, ₽", sql`j.budget_kopecks`),
      ...placed(),
      date("Дата создания", moscowDayOf(sql`j.created_at`)),
    ],
    source: sql`FROM jobs j LEFT JOIN workmen w ON w.id = j.workman_id ${JOB_JOINS} WHERE j.account_id = ${order.account_id} AND ${within(order, sql`j.created_at`)} ${narrowed(order)}`,
    order: sql`j.created_at, j.id`,
    groups: groupsOf(sql`j.created_at`),
  }),

  PAYOUTS: (order) => ({
    columns: [
      text("ID выплаты", 12, sql`y.id`, true),
      date("Дата создания", moscowDayOf(sql`y.created_at`)),
      text("Состояние", 22, titled(PAYOUT_STATE.titles, sql`y.state`)),
      text("Причина", 30, titled(REASONS.payoutFailure.titles, sql`y.failure_reason`)),
      ...worker(order),
      text("Услуга", 30, sql`s.title`),
      text("Задание", 40, sql`j.title`),
      money("Сумма, ₽", sql`y.amount_kopecks`),
      money("Комиссия, ₽", sql`y.commission_kopecks`),
      text("Способ", 18, titled(PAYOUT_KIND.titles, sql`y.kind`)),
      date("Дата выплаты", moscowDayOf(sql`y.paid_at`)),
      numeral("Реестр", sql`r.number`),
      ...placed(),
    ],
    source: sql`
      FROM payouts y JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id LEFT JOIN workmen w ON w.id = y.workman_id LEFT JOIN registries r ON r.account_id = y.account_id AND r.id = y.registry_id ${JOB_JOINS}
      WHERE y.account_id = ${order.account_id} AND ${within(order, sql`y.created_at`)} ${narrowed(order)}`,
    order: sql`y.created_at, y.id`,
    groups: groupsOf(sql`y.created_at`),
  }),

  // The columns and their order are those of domain.md §4.8.
  RECEIPTS: (order) => ({
    columns: [
      { title: "№", width: 8, kind: "rowNo", value: sql`NULL` },
      date("Дата чека", moscowDayOf(sql`coalesce(c.registered_at, c.operation_at)`)),
      text("ID чека", 16, sql`c.tax_receipt_id`, true),
      text("Ссылка", 60, sql`CASE WHEN ${seesPersonalData(order)} AND c.tax_receipt_id IS NOT NULL AND w.inn IS NOT NULL THEN replace(replace(${linkOfReceipt("{inn}", "{receipt}")}, '{inn}', w.inn), '{receipt}', c.tax_receipt_id) END`, true),
      text("Состояние", 26, titled(RECEIPT_STATE.titles, sql`c.state`)),
      date("Дата аннулирования", moscowDayOf(sql`c.reversed_at`)),
      text("Причина", 26, titled(REASONS.receiptReversal.titles, sql`c.reverse_reason`)),
      ...worker(order),
      text("Услуга", 30, sql`s.title`),
      money("Сумма, ₽", sql`c.amount_kopecks`),
      text("Задание", 40, sql`j.title`),
      numeral("Реестр", sql`r.number`),
      text("Акт №", 14, sql`d.number`, true),
      date("Дата акта", sql`d.document_date`),
      date("Дата выплаты", moscowDayOf(sql`y.paid_at`)),
      ...placed(),
    ],
    source: sql`
      FROM receipts c JOIN payouts y ON y.account_id = c.account_id AND y.id = c.payout_id JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
      LEFT JOIN workmen w ON w.id = c.workman_id LEFT JOIN registries r ON r.account_id = y.account_id AND r.id = y.registry_id
      LEFT JOIN LATERAL (SELECT a.number, a.document_date FROM job_documents a WHERE a.payout_id = y.id AND a.account_id = y.account_id AND a.type = 'ACT' ORDER BY a.id LIMIT 1) d ON true ${JOB_JOINS}
      WHERE c.account_id = ${order.account_id} AND ${within(order, sql`c.operation_at`)} ${order.receipt_states ? sql`AND c.state = ANY (${order.receipt_states}::text[])` : sql``} ${narrowed(order)}`,
    order: sql`c.operation_at, c.payout_id`,
    groups: groupsOf(sql`c.operation_at`),
  }),

  ACTS: (order) => ({
    columns: [
      text("Акт №", 14, sql`d.number`, true),
      date("Дата акта", sql`d.document_date`),
      text("Вид", 22, titled(JOB_DOCUMENT_TYPE.titles, sql`d.type`)),
      text("Состояние", 24, titled(JOB_DOCUMENT_STATE.titles, sql`d.state`)),
      ...worker(order),
      text("Услуга", 30, sql`s.title`),
      text("Задание", 40, sql`j.title`),
      money("Сумма, ₽", sql`coalesce(y.amount_kopecks, j.budget_kopecks)`),
      date("Дата подписания", moscowDayOf(sql`d.signed_at`)),
      ...placed(),
    ],
    source: sql`
      FROM job_documents d JOIN jobs j ON j.account_id = d.account_id AND j.id = d.job_id LEFT JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id LEFT JOIN workmen w ON w.id = d.workman_id ${JOB_JOINS}
      WHERE d.account_id = ${order.account_id} AND d.type IN ('ACT', 'ACT_CORRECTION') AND d.document_date BETWEEN ${order.filters.periodStart}::date AND ${order.filters.periodEnd}::date ${narrowed(order)}`,
    order: sql`d.document_date, d.id`,
    groups: groupsOf(startOfMoscowDay(sql`d.document_date`)),
  }),

  TRANSACTIONS: (order) => ({
    columns: [
      text("Дата и время", 18, minuteOf(sql`o.at`)),
      text("Операция", 32, titled(TRANSACTION_TYPE.titles, sql`o.type`)),
      money("Сумма, ₽", sql`o.amount_kopecks`),
      ...worker(order),
      text("Задание", 40, sql`j.title`),
      numeral("Реестр", sql`r.number`),
      ...placed(),
    ],
    source: sql`
      FROM (${operationLines({
        owner: { side: "account", accountId: order.account_id },
        filters: { types: undefined, periodStart: order.filters.periodStart, periodEnd: order.filters.periodEnd, projectIds: undefined, jobId: undefined, workmanId: undefined, registryId: undefined, search: undefined },
        order: sql`at`,
        limit: null,
      })}) o
      LEFT JOIN payouts y ON y.account_id = o.account_id AND y.id = o.payout_id LEFT JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id LEFT JOIN workmen w ON w.id = y.workman_id
      LEFT JOIN registries r ON r.account_id = ${order.account_id} AND r.id = coalesce(y.registry_id, CASE WHEN o.source_type = 'registry' THEN o.source_id END) ${JOB_JOINS}
      WHERE true ${narrowed(order)}`,
    order: sql`o.at, o.entry_id, o.line, o.part`,
    groups: groupsOf(sql`o.at`),
  }),

  WORKMEN: workmenTable,

  TAXES: (order) => {
    const inner = sql`
      SELECT c.workman_id, ${monthOf(sql`c.operation_at`)} AS month, count(*) AS receipts, sum(c.amount_kopecks)::bigint AS income
      FROM receipts c JOIN payouts y ON y.account_id = c.account_id AND y.id = c.payout_id JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id JOIN workmen w ON w.id = c.workman_id
      WHERE c.account_id = ${order.account_id} AND c.state = 'REGISTERED' AND ${within(order, sql`c.operation_at`)} ${narrowed(order)} GROUP BY 1, 2`;
    const rate = rateOn("npd-legal-entity-ppm", sql`(t.month || '-01')`);
    return {
      columns: [
        text("Месяц", 12, sql`to_char((t.month || '-01')::date, 'MM.YYYY')`, true),
        ...worker(order),
        count("Чеков", sql`t.receipts`),
        money("Доход, ₽", sql`t.income`),
        text("Ставка, %", 10, sql`trim_scale(${rate} / 10000.0)`, true),
        money("Расчётный налог, ₽", sql`round(t.income * ${rate} / 1000000.0)::bigint`),
      ],
      source: sql`FROM (${inner}) t JOIN workmen w ON w.id = t.workman_id`,
      order: sql`t.month, w.last_name, w.first_name, t.workman_id`,
      groups: { WORKMAN: WORKMAN_GROUP, MONTH: sql`t.month` },
    };
  },

  LOG: (order) => {
    const reach = journalReach({ role: order.role, personId: order.created_by });
    return {
      columns: [
        text("Дата и время", 18, minuteOf(sql`l.at`)),
        { ...text("Событие", 36, sql`l.event`), show: auditTitle },
        text("Кто", 34, sql`l.actor ->> 'name'`),
        { ...text("Роль", 22, sql`l.actor ->> 'role'`), show: (role) => ROLES[role as RoleId]?.title ?? role },
        text("Объект", 44, sql`coalesce(l.object ->> 'title', l.object ->> 'type')`),
        { ...text("Что изменилось", 60, sql`jsonb_build_object('event', l.event, 'before', l.before, 'after', l.after)`), show: auditChangesText },
        text("Основание", 34, sql`l.reason`),
        text("IP", 18, sql`host(l.ip)`, true),
      ],
      source: sql`FROM audit_log l WHERE l.account_id = ${order.account_id} AND ${within(order, sql`l.at`)} ${reach ? sql`AND ${reach}` : sql``}`,
      order: sql`l.id`,
      groups: { MONTH: monthOf(sql`l.at`) },
    };
  },
};

/** Favourites of the company with what they did in the period; sums for those who read payments. */
function workmenTable(order: ExportRow): Body {
  const { filters, project_ids: scope } = order;
  const hasSums = roleHas(order.role, "payroll-registries.view");
  // As on the page of favourites: nobody's phone is learnt by inviting him.
  const isConfirmed = sql`e.state IN ('ACTIVE', 'PAUSED', 'ENDED')`;
  const isOpen = seesPersonalData(order) ? isConfirmed : sql`false`;
  const ofJobs: RawBuilder<unknown>[] = [];
  if (filters.jobs?.length) ofJobs.push(sql`j.id = ANY (${filters.jobs}::bigint[])`);
  if (filters.jobTags?.length) ofJobs.push(tagged(order));
  const conditions = [sql`e.account_id = ${order.account_id}`, sql`e.since < ${endOfMoscowDay(filters.periodEnd)}`];
  if (scope !== null) conditions.push(sql`e.project_ids && ${scope}::integer[]`);
  if (filters.projects?.length) conditions.push(sql`e.project_ids && ${filters.projects}::integer[]`);
  if (filters.accountEmployees?.length) conditions.push(sql`e.id = ANY (${filters.accountEmployees}::integer[])`);
  if (ofJobs.length > 0) conditions.push(sql`EXISTS (SELECT FROM jobs j WHERE j.account_id = e.account_id AND j.workman_id = e.workman_id AND ${sql.join(ofJobs, sql` AND `)})`);
  const ofScope = scope === null ? sql`` : sql`AND k.project_id = ANY (${scope}::integer[])`;
  return {
    columns: [
      text("Исполнитель", 34, sql`CASE WHEN e.invited_phone IS NULL THEN ${NAME} END`),
      text("ИНН", 16, sql`CASE WHEN ${isOpen} THEN w.inn WHEN ${isConfirmed} THEN '********' || right(w.inn, 4) END`, true),
      text("Телефон", 20, sql`CASE WHEN ${isOpen} THEN p.phone ELSE left(coalesce(e.invited_phone, p.phone), 4) || '*****' || right(coalesce(e.invited_phone, p.phone), 2) END`, true),
      text("Состояние профиля", 22, sql`CASE WHEN ${isConfirmed} THEN ${titled(WORKMAN_STATE.titles, sql`w.state`)} END`),
      text("Статус НПД", 24, sql`CASE WHEN ${isConfirmed} THEN ${titled(SMZ_STATE.titles, sql`w.smz_state`)} END`),
      text("Сотрудничество", 24, titled(EMPLOYMENT_STATE.titles, sql`e.state`)),
      date("Работает с", moscowDayOf(sql`e.since`)),
      text("Проекты", 30, PROJECTS_OF_EMPLOYMENT),
      count("Заданий за период", sql`(SELECT count(*) FROM jobs k WHERE k.account_id = e.account_id AND k.workman_id = e.workman_id AND ${within(order, sql`k.created_at`)} ${ofScope})`),
      ...(hasSums
        ? [money("Выплачено за период, ₽", sql`(SELECT coalesce(sum(y.amount_kopecks), 0)::bigint FROM payouts y JOIN jobs k ON k.account_id = y.account_id AND k.id = y.job_id WHERE y.account_id = e.account_id AND k.workman_id = e.workman_id AND y.state = 'PAID' AND ${within(order, sql`y.paid_at`)} ${ofScope})`)]
        : []),
    ],
    source: sql`FROM employments e JOIN workmen w ON w.id = e.workman_id JOIN people p ON p.id = w.person_id WHERE ${sql.join(conditions, sql` AND `)}`,
    order: sql`w.last_name, w.first_name, w.id`,
    groups: { PROJECT: sql`coalesce(${PROJECTS_OF_EMPLOYMENT}, 'Без проекта')`, MONTH: monthOf(sql`e.since`), WORKMAN: sql`CASE WHEN e.invited_phone IS NULL THEN ${WORKMAN_GROUP} ELSE 'Не подтвердил' END` },
  };
}

const PROJECTS_OF_EMPLOYMENT = sql`(SELECT string_agg(q.title, ', ' ORDER BY q.title) FROM projects q WHERE q.account_id = e.account_id AND q.id = ANY (e.project_ids))`;
const JOB_JOINS = sql`LEFT JOIN projects g ON g.account_id = j.account_id AND g.id = j.project_id LEFT JOIN services s ON s.id = j.service_id`;
const NAME = sql`nullif(concat_ws(' ', w.last_name, w.first_name, w.middle_name), '')`;
/** Namesakes are told apart, so that their sums do not run together. */
const WORKMAN_GROUP = sql`coalesce(${NAME} || coalesce(', ' || right(w.inn, 4), ''), 'Без исполнителя')`;

/** Decision: rows are grouped by the set of their tags, so that each row stands and counts once. */
const TAGS = sql`nullif(array_to_string(ARRAY(SELECT unnest(j.tags) ORDER BY 1), ', '), '')`;

function groupsOf(at: RawBuilder<unknown>): ExportTable["groups"] {
  return {
    PROJECT: sql`coalesce(g.title, 'Без проекта')`,
    TAG: sql`coalesce(${TAGS}, 'Без тегов')`,
    WORKMAN: WORKMAN_GROUP,
    SERVICE: sql`coalesce(s.title, 'Без услуги')`,
    MONTH: monthOf(at),
  };
}

type NarrowedOrder = Pick<ExportRow, "account_id" | "project_ids"> & { readonly filters: Omit<ExportFilters, "periodStart" | "periodEnd"> };

/** The filters that every table with a job `j` and a worker `w` takes, and the projects its author is limited to. */
export function narrowed(order: NarrowedOrder): RawBuilder<unknown> {
  const { account_id: accountId, filters, project_ids: scope } = order;
  const conditions: RawBuilder<unknown>[] = [];
  if (scope !== null) conditions.push(sql`j.project_id = ANY (${scope}::integer[])`);
  if (filters.projects?.length) conditions.push(sql`j.project_id = ANY (${filters.projects}::integer[])`);
  if (filters.jobTags?.length) conditions.push(tagged(order));
  if (filters.jobs?.length) conditions.push(sql`j.id = ANY (${filters.jobs}::bigint[])`);
  if (filters.accountEmployees?.length) conditions.push(sql`w.id IN (SELECT m.workman_id FROM employments m WHERE m.account_id = ${accountId} AND m.id = ANY (${filters.accountEmployees}::integer[]))`);
  return conditions.length === 0 ? sql`` : sql`AND ${sql.join(conditions, sql` AND `)}`;
}

function tagged({ account_id: accountId, filters }: NarrowedOrder): RawBuilder<unknown> {
  return sql`j.tags && ARRAY(SELECT t.title FROM job_tags t WHERE t.account_id = ${accountId} AND t.id = ANY (${filters.jobTags}::integer[]))`;
}

/** Moscow days of the period, both included. */
function within({ filters }: ExportRow, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${at} >= ${startOfMoscowDay(filters.periodStart)} AND ${at} < ${endOfMoscowDay(filters.periodEnd)}`;
}

/** The address of a receipt holds the worker's ИНН, so it needs the same right. */
function seesPersonalData({ role }: Pick<ExportRow, "role">): boolean {
  return roleHas(role, "workmen.personal-data");
}

/** Whoever may not read personal data gets the last four digits. Source: `domain.md` §2.1, row «worker personal data». */
function worker({ role }: ExportRow): ExportColumn[] {
  const inn = seesPersonalData({ role }) ? sql`w.inn` : sql`'********' || right(w.inn, 4)`;
  return [text("Исполнитель", 34, NAME), text("ИНН", 16, inn, true)];
}

function placed(): ExportColumn[] {
  return [text("Проект", 24, sql`g.title`), text("Теги", 24, TAGS)];
}

const column = (kind: CellKind, title: string, width: number, value: RawBuilder<unknown>, isText = false): ExportColumn => ({ title, width, kind, value, ...(isText ? { isText } : {}) });
const text = (title: string, width: number, value: RawBuilder<unknown>, isText = false) => column("text", title, width, value, isText);
const money = (title: string, value: RawBuilder<unknown>) => column("money", title, 18, value);
const count = (title: string, value: RawBuilder<unknown>) => column("count", title, 12, value);
const numeral = (title: string, value: RawBuilder<unknown>) => column("numeral", title, 10, value);
const date = (title: string, value: RawBuilder<unknown>) => column("date", title, 14, value);

function minuteOf(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return moscowTextOf(at, "DD.MM.YYYY HH24:MI");
}

function monthOf(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return moscowTextOf(at, "YYYY-MM");
}

/** The title of a code; a code without one stands as it is. */
function titled(titles: Readonly<Record<string, string>>, code: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(${JSON.stringify(titles)}::jsonb ->> ${code}, ${code})`;
}
