import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { formatDate, moscowDate, moscowTime } from "#contract/values/calendar-date.ts";
import { escapeMarkup } from "#contract/values/markup.ts";
import { moscowDayOf } from "#server/data/moscow-day.ts";
import { linkOfReceipt } from "#server/http/site-links.ts";
import type { Trx } from "#server/data/transaction.ts";
import { decimalSum } from "#server/files/spreadsheet/decimal-sum.ts";
import type { ExportRow } from "../queries.ts";
import { narrowed } from "../export-columns.ts";

const PAGE_ROWS = 500;
const MESSAGE = "http://www.1c.ru/SSL/Exchange/Message";
/** Decision: every recent release reads 1.8. */
const VERSION = "1.8";
const FORMAT = `http://v8.1c.ru/edi/edi_stnd/EnterpriseData/${VERSION}`;

interface Company {
  readonly short_name: string;
  readonly full_name: string;
  readonly legal_form: string;
  readonly inn: string;
  readonly kpp: string | null;
}

interface ActRow {
  readonly id: bigint;
  readonly number: string;
  readonly date: string;
  readonly amount_kopecks: bigint;
  readonly worker: string;
  readonly worker_inn: string;
  readonly service: string;
  readonly job: string;
  readonly project: string | null;
  readonly receipt_id: string | null;
  readonly receipt_date: string | null;
  readonly reversed_date: string | null;
}

/**
 * Signed acts as «Поступление (акты, накладные)» of 1С:Бухгалтерия. НПД receipt and project are in
 * the comment, for lack of fields. Element order follows the schema. Source:
 * EnterpriseData_1_8_6.xsd, «Документ.ПоступлениеТоваровУслуг».
 */
export async function writeEnterpriseData(
  trx: Trx,
  order: ExportRow,
  onRows: (count: number) => Promise<void>,
): Promise<AsyncIterable<Buffer>> {
  const { rows } = await sql<Company>`
      SELECT short_name, full_name, legal_form, inn, kpp
      FROM accounts
      WHERE id = ${order.account_id}`.execute(trx);
  return pages(trx, order, organization(rows[0] as Company), onRows);
}

async function* pages(
  trx: Trx,
  order: ExportRow,
  company: Content,
  onRows: (count: number) => Promise<void>,
): AsyncGenerator<Buffer, void, void> {
  const made = `${moscowDate(order.created_at)}T${moscowTime(order.created_at)}:00`;
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Message xmlns:msg="${MESSAGE}">\n${write("msg:Header", { "msg:Format": FORMAT, "msg:CreationDate": made, "msg:AvailableVersion": VERSION })}\n<Body xmlns="${FORMAT}">\n`,
  );
  await sql`DECLARE export_services NO SCROLL CURSOR FOR ${acts(order)}`.execute(trx);
  for (;;) {
    const { rows } = await sql<ActRow>`
      FETCH ${sql.lit(PAGE_ROWS)} FROM export_services`.execute(trx);
    if (rows.length > 0)
      yield Buffer.from(
        rows
          .map(
            (row) =>
              `${write("Документ.ПоступлениеТоваровУслуг", receiptOfServices(row, order, company))}\n`,
          )
          .join(""),
      );
    await onRows(rows.length);
    if (rows.length < PAGE_ROWS) break;
  }
  await sql`CLOSE export_services`.execute(trx);
  yield Buffer.from("</Body>\n</Message>\n");
}

/** Annulled or refused acts are no ground for a cost. */
function acts(order: ExportRow): RawBuilder<ActRow> {
  return sql<ActRow>`
    SELECT d.id, d.number, to_char(d.document_date, 'YYYY-MM-DD') AS date, y.amount_kopecks,
      concat_ws(' ', w.last_name, w.first_name, w.middle_name) AS worker, w.inn AS worker_inn,
      coalesce(s.title, j.title) AS service, j.title AS job, g.title AS project,
        c.tax_receipt_id AS receipt_id,
        to_char(${moscowDayOf(sql`coalesce(c.registered_at, c.operation_at)`)},
          'YYYY-MM-DD') AS receipt_date,
      to_char(${moscowDayOf(sql`c.reversed_at`)}, 'YYYY-MM-DD') AS reversed_date
    FROM job_documents d
    JOIN payouts y ON y.account_id = d.account_id AND y.id = d.payout_id
    JOIN jobs j ON j.account_id = y.account_id AND j.id = y.job_id
    JOIN workmen w ON w.id = y.workman_id
    LEFT JOIN projects g ON g.account_id = j.account_id AND g.id = j.project_id
    LEFT JOIN services s ON s.id = j.service_id
    LEFT JOIN receipts c ON c.account_id = y.account_id
      AND c.payout_id = y.id
      AND c.tax_receipt_id IS NOT NULL
    WHERE d.account_id = ${order.account_id}
      AND d.type = 'ACT'
      AND d.state IN ('SIGNED', 'AUTO_SIGNED')
      AND y.state <> 'CANCELED'
      AND d.document_date BETWEEN ${order.filters.periodStart}::date AND ${order.filters.periodEnd}::date ${narrowed(order)}
    ORDER BY d.document_date, d.id`;
}

/** In the schema's order; `null` omits an element. */
interface Content {
  readonly [name: string]: string | null | Content;
}

const RUBLE: Content = { ДанныеКлассификатора: { Код: "643", Наименование: "руб." } };

function organization({
  short_name: shortName,
  full_name: fullName,
  legal_form: form,
  inn,
  kpp,
}: Company): Content {
  return {
    Наименование: shortName,
    НаименованиеСокращенное: shortName,
    НаименованиеПолное: fullName,
    ИНН: inn,
    КПП: kpp,
    ЮридическоеФизическоеЛицо: form === "LEGAL_ENTITY" ? "ЮридическоеЛицо" : "ФизическоеЛицо",
  };
}

function receiptOfServices(
  row: ActRow,
  { account_id: accountId }: ExportRow,
  company: Content,
): Content {
  const sum = decimalSum(row.amount_kopecks);
  const worker: Content = {
    Наименование: row.worker,
    НаименованиеПолное: row.worker,
    ИНН: row.worker_inn,
    ЮридическоеФизическоеЛицо: "ФизическоеЛицо",
  };
  return {
    КлючевыеСвойства: {
      Ссылка: referenceOf(`${accountId}/${row.id}`),
      Дата: `${row.date}T00:00:00`,
      Номер: row.number,
      Организация: company,
      ДанныеВходящегоДокумента: {
        НомерВходящегоДокумента: row.number,
        ДатаВходящегоДокумента: row.date,
        НаименованиеВходящегоДокумента: "Акт",
      },
      Контрагент: worker,
    },
    Услуги: {
      Строка: {
        НомерСтрокиДокумента: "1",
        Номенклатура: { НаименованиеПолное: row.service, Наименование: row.service.slice(0, 100) },
        Количество: "1",
        Сумма: sum,
        Цена: sum,
        СтавкаНДС: "БезНДС",
        СуммаНДС: "0.00",
        Содержание: row.job,
      },
    },
    Валюта: RUBLE,
    ВидОперации: "ПокупкаУПоставщика",
    Сумма: sum,
    СуммаВключаетНДС: "false",
    ДанныеВзаиморасчетов: {
      Договор: {
        ВидДоговора: "СПоставщиком",
        Организация: company,
        Контрагент: worker,
        ВалютаВзаиморасчетов: RUBLE,
        РасчетыВУсловныхЕдиницах: "false",
        Наименование: "Основной договор",
      },
      ВалютаВзаиморасчетов: RUBLE,
      КурсВзаиморасчетов: "1",
      КратностьВзаиморасчетов: "1",
      РасчетыВУсловныхЕдиницах: "false",
    },
    Комментарий: commentOf(row),
    Налогообложение: "НеОблагаетсяНДС",
  };
}

function commentOf({
  receipt_id: receipt,
  receipt_date: date,
  reversed_date: reversed,
  worker_inn: inn,
  project,
}: ActRow): string | null {
  const ofReceipt =
    receipt === null
      ? []
      : [
          `Чек НПД № ${receipt}${date ? ` от ${formatDate(date)}` : ""}${reversed ? `, аннулирован ${formatDate(reversed)}` : ""}: ${linkOfReceipt(inn, receipt)}`,
        ];
  return [...ofReceipt, ...(project === null ? [] : [`Проект: ${project}`])].join(". ") || null;
}

/** Equal in every file: loading again updates the document. RFC 9562, version 8. */
function referenceOf(name: string): string {
  const hex = createHash("sha256").update(`job-document/${name}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Drops control characters, which XML forbids. */
function write(name: string, content: string | Content): string {
  const inner =
    typeof content === "string"
      ? escapeMarkup(content.replace(/[\p{Cc}\uFFFE\uFFFF]+/gu, " "))
      : Object.entries(content)
          .map(([child, value]) => (value === null ? "" : write(child, value)))
          .join("");
  return `<${name}>${inner}</${name}>`;
}
