import { amountInWords } from "#contract/values/amount-in-words.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { formatAmount, formatMoney } from "#contract/values/money.ts";
import { isSigned, titleOf } from "./document-presenter.ts";
import { contentHash, type DocumentRow } from "./document-rows.ts";
import { renderPdf, type PdfContent } from "#server/platform/render-pdf.ts";

/** The act of services rendered, with the sheet of signatures on its last page. */
export function renderAct(row: DocumentRow): Promise<Buffer> {
  return renderPdf({ title: titleOf(row), createdAt: row.created_at, content: [...actContent(row), ...signingSheet(row)] });
}

function actContent(row: DocumentRow): PdfContent[] {
  const amount = row.amount_kopecks ?? 0n;
  const contract = row.contract_number ? `Основание: договор № ${row.contract_number}${row.contract_date ? ` от ${formatDate(row.contract_date)}` : ""}.` : "Основание: договор возмездного оказания услуг, заключённый на платформе.";
  return [
    { text: titleOf(row), style: "title" },
    { text: "об оказании услуг", alignment: "center", margin: [0, 0, 0, 14] },
    { text: [{ text: "Заказчик: ", style: "label" }, customerOf(row)], margin: [0, 0, 0, 6] },
    { text: [{ text: "Исполнитель: ", style: "label" }, workmanOf(row)], margin: [0, 0, 0, 6] },
    { text: contract, margin: [0, 0, 0, 12] },
    {
      table: {
        headerRows: 1,
        widths: [22, "*", 96, 84],
        body: [
          ["№", "Услуга", "Период", "Сумма, ₽"].map((text) => ({ text, style: "label" })),
          ["1", { stack: [row.job_title ?? "", { text: row.description ?? "", style: "small" }] }, periodOf(row), { text: formatAmount(amount), alignment: "right" }],
          [{ text: "Итого", colSpan: 3, style: "label", alignment: "right" }, {}, {}, { text: formatAmount(amount), style: "label", alignment: "right" }],
        ],
      },
      layout: "lightHorizontalLines",
      margin: [0, 0, 0, 10],
    },
    { text: `Всего оказано услуг на сумму ${formatMoney(amount)} (${amountInWords(amount)}). ${vatOf(row)}`, margin: [0, 0, 0, 8] },
    { text: "Услуги оказаны полностью и в срок. Заказчик претензий по объёму, качеству и срокам оказания услуг не имеет.", margin: [0, 0, 0, 8] },
    ...(row.tax_receipt_id ? [{ text: `Чек ФНС № ${row.tax_receipt_id}.`, margin: [0, 0, 0, 8] }] : []),
    { columns: [signatureOf("Заказчик", row.account_name, row), signatureOf("Исполнитель", row.workman_name ?? "", row)], columnGap: 24, margin: [0, 18, 0, 0], unbreakable: true },
  ];
}

function signatureOf(side: string, name: string, row: DocumentRow): PdfContent {
  const signed = isSigned(row) ? "Подписано простой электронной подписью" : "Не подписано";
  const when = isSigned(row) && row.signed_at ? moscowTime(row.signed_at) : "";
  return { stack: [{ text: side, style: "label" }, name, signed, { text: when, style: "small" }] };
}

/** Evidence of the signatures. Source: `domain.md` §1.7. */
function signingSheet(row: DocumentRow): PdfContent[] {
  const hash = contentHash(row);
  const signed = isSigned(row);
  const customerAt = row.confirmed_at ?? row.signed_at;
  const line = (side: string, who: string, inn: string | null, how: string, at: Date | null) => [side, who, inn ?? "", signed ? how : "Не подписано", signed && at ? moscowTime(at) : ""];
  const automatic = row.state === "AUTO_SIGNED";
  return [
    { text: "Лист подписания", style: "title", pageBreak: "before", margin: [0, 0, 0, 12] },
    { text: [{ text: "Документ: ", style: "label" }, titleOf(row)] },
    { text: [{ text: "Идентификатор документа: ", style: "label" }, String(row.id)] },
    { text: [{ text: "SHA-256 содержания: ", style: "label" }, hash], margin: [0, 0, 0, 12] },
    {
      table: {
        headerRows: 1,
        widths: [62, "*", 76, 130, 84],
        body: [
          ["Сторона", "Подписант", "ИНН", "Способ", "Время (МСК)"].map((text) => ({ text, style: "label" })),
          line("Заказчик", [row.account_name, row.signer_name].filter(Boolean).join(", "), row.account_inn, "Простая электронная подпись, код из СМС", customerAt),
          line("Исполнитель", row.workman_name ?? "", row.workman_inn, automatic ? "Простая электронная подпись, автоматически по условиям договора" : "Простая электронная подпись, код из СМС", row.signed_at),
        ],
      },
      layout: "lightHorizontalLines",
      fontSize: 9,
      margin: [0, 0, 0, 12],
    },
    { text: "Подписано простой электронной подписью по соглашению сторон (часть 2 статьи 6 и статья 9 Федерального закона от 06.04.2011 № 63-ФЗ «Об электронной подписи»).", style: "small", margin: [0, 0, 0, 12] },
    { qr: `${titleOf(row)}\n${row.id}\n${hash}`, fit: 110 },
  ];
}

function customerOf(row: DocumentRow): string {
  const parts = [row.account_full_name, `ИНН ${row.account_inn}`, row.account_kpp && `КПП ${row.account_kpp}`, row.account_ogrn && `${row.account_ogrn.length === 15 ? "ОГРНИП" : "ОГРН"} ${row.account_ogrn}`];
  return `${[...parts, row.account_address].filter(Boolean).join(", ")}.`;
}

function workmanOf(row: DocumentRow): string {
  return `${[row.workman_name, row.workman_inn && `ИНН ${row.workman_inn}`, isSelfEmployed(row) && "плательщик налога на профессиональный доход"].filter(Boolean).join(", ")}.`;
}

function vatOf(row: DocumentRow): string {
  return isSelfEmployed(row) ? "НДС не облагается: исполнитель применяет специальный налоговый режим «Налог на профессиональный доход»." : "НДС не облагается.";
}

function isSelfEmployed(row: DocumentRow): boolean {
  return row.taxpayer_type === "SMZ" || row.taxpayer_type === "IP_SMZ";
}

function periodOf(row: DocumentRow): string {
  const days = [...new Set([row.work_start, row.work_end])].filter((day) => day !== null);
  return days.length > 0 ? days.map(formatDate).join(" – ") : formatDate(row.document_date);
}

function moscowTime(at: Date): string {
  const local = new Date(at.getTime() + 3 * 3_600_000).toISOString();
  return `${formatDate(local.slice(0, 10))} в ${local.slice(11, 16)}`;
}
