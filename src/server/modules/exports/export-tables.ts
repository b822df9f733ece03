import { sql } from "kysely";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { EXPORT_TYPE, type ExportType } from "#contract/exports/export-states.ts";
import {
  JOB_DOCUMENT_STATE,
  JOB_DOCUMENT_TYPE,
} from "#contract/job-documents/job-document-states.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { PAYOUT_FAILURE } from "#contract/payouts/payout-failures.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { TRANSACTION_TYPE } from "#contract/transactions/transaction-types.ts";
import { journalReach, loadAuditTexts } from "#server/modules/audit-log/index.ts";
import { INSIDE, operationLines } from "#server/modules/transactions/index.ts";
import { moscowDayOf, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { rateOn } from "#server/data/rate-on.ts";
import { registryTitleOf } from "#server/data/registry-title.ts";
import { linkOfReceipt } from "#server/http/site-links.ts";
import {
  count,
  date,
  groupsOf,
  JOB_JOINS,
  minuteOf,
  money,
  monthOf,
  narrowed,
  paidBy,
  projectAndTagColumns,
  seesPersonalData,
  text,
  titled,
  duringExportPeriod,
  workmanColumns,
  WORKMAN_GROUP,
} from "./export-columns.ts";
import type { ExportRow } from "./queries.ts";
import type { ExportTable } from "./read-table.ts";
import { workmenTable } from "./workmen-table.ts";

const IS_INSIDE = sql`(o.type = ANY (${[...INSIDE]}::text[]))`;

type TableType = Exclude<ExportType, "DOCUMENTS_ARCHIVE">;

/** Source: `domain.md` §2.8, §4.8. */
export async function exportTable(type: TableType, order: ExportRow): Promise<ExportTable> {
  return { name: EXPORT_TYPE.titles[type], ...(await TABLES[type](order)) };
}

type Body = Omit<ExportTable, "name">;

const TABLES: Record<TableType, (order: ExportRow) => Body | Promise<Body>> = {
  JOBS: (order) => ({
    columns: [
      text("ID задания", 12, sql`j.id`, true),
      text("Задание", 40, sql`j.title`),
      text("Состояние", 20, titled(JOB_STATE.titles, sql`j.state`)),
      ...workmanColumns(order),
      text("Услуга", 30, sql`s.title`),
      date("Начало работ", sql`coalesce(j.work_start, ${moscowDayOf(sql`j.start_at`)})`),
      date("Окончание работ", sql`coalesce(j.work_end, ${moscowDayOf(sql`j.finish_at`)})`),
      money("Бюджет, ₽", sql`j.budget_kopecks`),
      ...projectAndTagColumns(),
      date("Дата создания", moscowDayOf(sql`j.created_at`)),
    ],
    source: sql`
      FROM jobs j
      LEFT JOIN workmen w ON w.id = j.workman_id ${JOB_JOINS}
      WHERE j.account_id = ${order.account_id}
        AND ${duringExportPeriod(order, sql`j.created_at`)} ${narrowed(order)}`,
    order: sql`j.created_at, j.id`,
    groups: groupsOf(sql`j.created_at`),
  }),

  PAYOUTS: (order) => ({
    columns: [
      text("ID выплаты", 12, sql`y.id`, true),
      date("Дата создания", moscowDayOf(sql`y.created_at`)),
      text("Состояние", 22, titled(PAYOUT_STATE.titles, sql`y.state`)),
      text(
        "Причина",
        30,
        titled(
          PAYOUT_FAILURE.titles,
          sql`
            CASE
              WHEN y.state IN ('FAILED', 'RETURNED') THEN coalesce(y.failure_reason, 'NOT_GIVEN')
              WHEN y.state = 'RECEIPT_FAILED' THEN coalesce((SELECT c.error_code
                FROM receipts c
                WHERE c.account_id = y.account_id AND c.payout_id = y.id), 'NOT_GIVEN')
              ELSE y.failure_reason END`,
        ),
      ),
      ...workmanColumns(order),
      text("Услуга", 30, sql`s.title`),
      text("Задание", 40, sql`j.title`),
      money("Сумма, ₽", sql`y.amount_kopecks`),
      money("Комиссия, ₽", sql`y.commission_kopecks`),
      text("Способ", 18, titled(PAYOUT_KIND.titles, sql`y.kind`)),
      date("Дата выплаты", moscowDayOf(sql`y.paid_at`)),
      text("Реестр", 22, registryTitleOf("r")),
      ...projectAndTagColumns(),
    ],
    source: sql`
      FROM payouts y
      JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
      LEFT JOIN workmen w ON w.id = y.workman_id
      LEFT JOIN registries r ON r.account_id = y.account_id AND r.id = y.registry_id ${JOB_JOINS}
      WHERE y.account_id = ${order.account_id}
        AND ${duringExportPeriod(order, sql`y.created_at`)} ${narrowed(order)}`,
    order: sql`y.created_at, y.id`,
    groups: groupsOf(sql`y.created_at`),
  }),

  // Columns and order of `domain.md` §4.8.
  RECEIPTS: (order) => ({
    columns: [
      { title: "№", width: 8, kind: "rowNo", value: sql`NULL` },
      date("Дата чека", moscowDayOf(sql`coalesce(c.registered_at, c.operation_at)`)),
      text("ID чека", 16, sql`c.tax_receipt_id`, true),
      text(
        "Ссылка",
        60,
        sql`
          CASE
            WHEN ${seesPersonalData(order)}
            AND c.tax_receipt_id IS NOT NULL
            AND w.inn IS NOT NULL THEN replace(replace(${linkOfReceipt("{inn}", "{receipt}")},
              '{inn}', w.inn),
              '{receipt}', c.tax_receipt_id) END`,
        true,
      ),
      text("Состояние", 26, titled(RECEIPT_STATE.titles, sql`c.state`)),
      date("Дата аннулирования", moscowDayOf(sql`c.reversed_at`)),
      text(
        "Причина",
        26,
        titled(
          { ...REASONS.receiptReversal.titles, ...REASONS.receiptFailure.titles },
          sql`coalesce(c.reverse_reason, c.error_code)`,
        ),
      ),
      ...workmanColumns(order),
      text("Услуга", 30, sql`s.title`),
      money("Сумма, ₽", sql`c.amount_kopecks`),
      text("Задание", 40, sql`j.title`),
      text("Реестр", 22, registryTitleOf("r")),
      text("Акт №", 14, sql`d.number`, true),
      date("Дата акта", sql`d.document_date`),
      date("Дата выплаты", moscowDayOf(sql`y.paid_at`)),
      ...projectAndTagColumns(),
    ],
    source: sql`
      FROM receipts c
      JOIN payouts y ON y.account_id = c.account_id AND y.id = c.payout_id
      JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
      LEFT JOIN workmen w ON w.id = c.workman_id
      LEFT JOIN registries r ON r.account_id = y.account_id AND r.id = y.registry_id
      LEFT JOIN LATERAL (SELECT a.number, a.document_date
        FROM job_documents a
        WHERE a.payout_id = y.id AND a.account_id = y.account_id AND a.type = 'ACT'
        ORDER BY a.id
        LIMIT 1) d ON true ${JOB_JOINS}
      WHERE c.account_id = ${order.account_id}
        AND ${
          order.filters.registries?.length
            ? paidBy(order.filters.registries)
            : duringExportPeriod(order, sql`c.operation_at`)
        } ${
          order.receipt_states
            ? sql`
          AND c.state = ANY (${order.receipt_states}::text[])`
            : sql``
        } ${narrowed(order)}`,
    order: sql`c.operation_at, c.payout_id`,
    groups: groupsOf(sql`c.operation_at`),
  }),

  ACTS: (order) => ({
    columns: [
      text("Акт №", 14, sql`d.number`, true),
      date("Дата акта", sql`d.document_date`),
      text("Вид", 22, titled(JOB_DOCUMENT_TYPE.titles, sql`d.type`)),
      text("Состояние", 24, titled(JOB_DOCUMENT_STATE.titles, sql`d.state`)),
      ...workmanColumns(order),
      text("Услуга", 30, sql`s.title`),
      text("Задание", 40, sql`j.title`),
      money("Сумма, ₽", sql`coalesce(y.amount_kopecks, j.budget_kopecks)`),
      date("Дата подписания", moscowDayOf(sql`d.signed_at`)),
      ...projectAndTagColumns(),
    ],
    source: sql`
      FROM job_documents d
      JOIN jobs j ON j.account_id = d.account_id AND j.id = d.job_id
      LEFT JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id
      LEFT JOIN workmen w ON w.id = d.workman_id ${JOB_JOINS}
      WHERE d.account_id = ${order.account_id}
        AND d.type IN ('ACT', 'ACT_CORRECTION')
        AND d.document_date BETWEEN ${order.filters.periodStart}::date AND ${order.filters.periodEnd}::date ${narrowed(order)}`,
    order: sql`d.document_date, d.id`,
    groups: groupsOf(startOfMoscowDay(sql`d.document_date`)),
  }),

  TRANSACTIONS: (order) => ({
    columns: [
      text("Дата и время", 18, minuteOf(sql`o.at`)),
      text("Операция", 32, titled(TRANSACTION_TYPE.titles, sql`o.type`)),
      // Freezing moves money inside the balance: not added up.
      money("Сумма, ₽", sql`CASE WHEN NOT ${IS_INSIDE} THEN o.amount_kopecks END`),
      money(
        "Заморожено (−) и разморожено (+), ₽",
        sql`CASE WHEN ${IS_INSIDE} THEN o.amount_kopecks END`,
      ),
      ...workmanColumns(order),
      text("Задание", 40, sql`j.title`),
      text("Реестр", 22, registryTitleOf("r")),
      ...projectAndTagColumns(),
    ],
    source: sql`
      FROM (${operationLines({
        owner: { side: "account", accountId: order.account_id },
        filters: {
          types: undefined,
          periodStart: order.filters.periodStart,
          periodEnd: order.filters.periodEnd,
          projectIds: undefined,
          jobId: undefined,
          workmanId: undefined,
          registryId: undefined,
          search: undefined,
        },
        order: sql`at`,
        limit: null,
      })}) o
      LEFT JOIN payouts y ON y.account_id = o.account_id AND y.id = o.payout_id
      LEFT JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
      LEFT JOIN workmen w ON w.id = y.workman_id
      LEFT JOIN registries r ON r.account_id = ${order.account_id}
        AND r.id = coalesce(y.registry_id, CASE
          WHEN o.source_type = 'registry' THEN o.source_id END) ${JOB_JOINS}
      WHERE true ${narrowed(order)}`,
    order: sql`o.at, o.entry_id, o.line, o.part`,
    groups: groupsOf(sql`o.at`),
  }),

  WORKMEN: workmenTable,

  TAXES: (order) => {
    const inner = sql`
      SELECT c.workman_id, ${monthOf(sql`c.operation_at`)} AS month, count(*) AS receipts,
        sum(c.amount_kopecks)::bigint AS income
      FROM receipts c
      JOIN payouts y ON y.account_id = c.account_id AND y.id = c.payout_id
      JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
      JOIN workmen w ON w.id = c.workman_id
      WHERE c.account_id = ${order.account_id}
        AND c.state = 'REGISTERED'
        AND ${duringExportPeriod(order, sql`c.operation_at`)} ${narrowed(order)}
      GROUP BY 1, 2`;
    const rate = rateOn("npd-legal-entity-ppm", sql`(t.month || '-01')`);
    return {
      columns: [
        text("Месяц", 12, sql`to_char((t.month || '-01')::date, 'MM.YYYY')`, true),
        ...workmanColumns(order),
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

  LOG: async (order) => {
    const { titleOf, changesOf } = await loadAuditTexts();
    const reach = journalReach({ role: order.role, personId: order.created_by });
    return {
      columns: [
        text("Дата и время", 18, minuteOf(sql`l.at`)),
        { ...text("Событие", 36, sql`l.event`), show: titleOf },
        text("Кто", 34, sql`l.actor ->> 'name'`),
        {
          ...text("Роль", 22, sql`l.actor ->> 'role'`),
          show: (role) => ROLES[role as RoleId]?.title ?? role,
        },
        text("Объект", 44, sql`coalesce(l.object ->> 'title', l.object ->> 'type')`),
        {
          ...text(
            "Что изменилось",
            60,
            sql`jsonb_build_object('event', l.event, 'before', l.before, 'after', l.after)`,
          ),
          show: changesOf,
        },
        text("Основание", 34, sql`l.reason`),
        text("IP", 18, sql`host(l.ip)`, true),
      ],
      source: sql`
        FROM audit_log l
        WHERE l.account_id = ${order.account_id}
          AND ${duringExportPeriod(order, sql`l.at`)} ${reach ? sql`AND ${reach}` : sql``}`,
      order: sql`l.id`,
      groups: { MONTH: monthOf(sql`l.at`) },
    };
  },
};
