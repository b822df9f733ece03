import { sql, type RawBuilder } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { escapeMarkup } from "#contract/values/markup.ts";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { moscowDayOf } from "#server/platform/moscow-day.ts";
import { linkOfReceipt } from "#server/platform/site-links.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { decimalSum } from "#server/platform/spreadsheet/decimal-sum.ts";
import type { ExportRow } from "../export-rows.ts";
import { narrowed } from "../export-tables.ts";

const PAGE_ROWS = 500;

interface Company {
  readonly full_name: string;
  readonly inn: string;
  readonly kpp: string | null;
}

interface ServiceRow {
  readonly id: bigint;
  readonly number: string;
  readonly date: string;
  readonly amount_kopecks: bigint;
  readonly worker: string;
  readonly worker_inn: string;
  readonly service: string;
  readonly project: string | null;
  readonly receipt_id: string | null;
  readonly receipt_date: string | null;
  readonly reversed_date: string | null;
}

/**
 * Signed acts as documents «Поступление услуг» for 1С:Бухгалтерия, each with its НПД receipt: one `Документ` an act, dates yyyy-MM-dd, sums with two decimals.
 *
 * Decision: 1С has no published file for acts of self-employed workers; the elements carry the names of the document's fields, so that a rule of loading is one line each.
 */
export async function writeServicesXml(trx: Trx, order: ExportRow, onRows: (count: number) => Promise<void>): Promise<AsyncIterable<Buffer>> {
  const { rows } = await sql<Company>`SELECT full_name, inn, kpp FROM accounts WHERE id = ${order.account_id}`.execute(trx);
  return pages(trx, order, rows[0] as Company, onRows);
}

async function* pages(trx: Trx, order: ExportRow, company: Company, onRows: (count: number) => Promise<void>): AsyncGenerator<Buffer, void, void> {
  const { periodStart, periodEnd } = order.filters;
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n${open("ПоступленияУслуг", { ВерсияФормата: "1.0", Отправитель: PLATFORM_COMPANY.product, ДатаСоздания: moscowDate(order.created_at), ДатаНачала: periodStart, ДатаКонца: periodEnd })}\n` +
      `  ${empty("Организация", { Наименование: company.full_name, ИНН: company.inn, КПП: company.kpp })}\n`,
  );
  await sql`DECLARE export_services NO SCROLL CURSOR FOR ${acts(order)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<ServiceRow>`FETCH ${sql.lit(PAGE_ROWS)} FROM export_services`.execute(trx);
    if (rows.length > 0) yield Buffer.from(rows.map(documentOf).join(""));
    await onRows(rows.length);
    if (rows.length < PAGE_ROWS) break;
  }
  await sql`CLOSE export_services`.execute(trx);
  yield Buffer.from("</ПоступленияУслуг>\n");
}

/** Signed by both, or by itself in time; what was annulled or refused is no ground for a cost. */
function acts(order: ExportRow): RawBuilder<ServiceRow> {
  return sql<ServiceRow>`
    SELECT d.id, d.number, to_char(d.document_date, 'YYYY-MM-DD') AS date, y.amount_kopecks, concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS worker, w.inn AS worker_inn,
      coalesce(s.title, j.title) AS service, g.title AS project, c.tax_receipt_id AS receipt_id, to_char(${moscowDayOf(sql`coalesce(c.registered_at, c.operation_at)`)}, 'YYYY-MM-DD') AS receipt_date,
      to_char(${moscowDayOf(sql`c.reversed_at`)}, 'YYYY-MM-DD') AS reversed_date
    FROM job_documents d JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id JOIN workmen w ON w.id = y.workman_id
    LEFT JOIN projects g ON g.account_id = j.account_id AND g.id = j.project_id LEFT JOIN services s ON s.id = j.service_id
    LEFT JOIN receipts c ON c.account_id = y.account_id AND c.payout_id = y.id AND c.tax_receipt_id IS NOT NULL
    WHERE d.account_id = ${order.account_id} AND d.type = 'ACT' AND d.state IN ('SIGNED', 'AUTO_SIGNED') AND y.state <> 'CANCELED'
      AND d.document_date BETWEEN ${order.filters.periodStart}::date AND ${order.filters.periodEnd}::date ${narrowed(order)}
    ORDER BY d.document_date, d.id`;
}

function documentOf(row: ServiceRow): string {
  const sum = decimalSum(row.amount_kopecks);
  return [
    `  ${open("Документ", { Вид: "Поступление услуг", Номер: row.number, Дата: row.date, Сумма: sum, Валюта: "643", ИдентификаторПлатформы: String(row.id) })}`,
    `    ${empty("Контрагент", { Наименование: row.worker, ИНН: row.worker_inn, ЮрФизЛицо: "ФизическоеЛицо", ПлательщикНПД: "true" })}`,
    `    ${empty("Услуга", { Наименование: row.service, Количество: "1", Цена: sum, Сумма: sum, СтавкаНДС: "БезНДС" })}`,
    ...(row.project === null ? [] : [`    ${empty("Проект", { Наименование: row.project })}`]),
    ...(row.receipt_id === null ? [] : [`    ${empty("ЧекНПД", { Номер: row.receipt_id, Дата: row.receipt_date, Ссылка: linkOfReceipt(row.worker_inn, row.receipt_id), ДатаАннулирования: row.reversed_date })}`]),
    "  </Документ>\n",
  ].join("\n");
}

type Attributes = Readonly<Record<string, string | null>>;

function open(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}>`;
}

function empty(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`;
}

/** Control characters are no XML at all, in whatever form. */
function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escapeMarkup(value.replace(/[\p{Cc}\uFFFE\uFFFF]+/gu, " "))}"`]))
    .join("");
}
