import { amountInWords } from "#contract/values/amount-in-words.ts";
import { formatDate, formatMoscowTime } from "#contract/values/calendar-date.ts";
import { formatAmount, formatMoney } from "#contract/values/money.ts";
import { recipientSignedAt, senderSignedAt, titleOf } from "./presenter.ts";
import { contentHash, type DocumentRow, type Signature } from "./queries.ts";
import { renderPdf, type PdfContent } from "#server/files/render-pdf.ts";
import { linkOfDocumentCheck } from "#server/http/site-links.ts";

export function renderAct(row: DocumentRow): Promise<Buffer> {
  return renderPdf({
    title: titleOf(row),
    createdAt: row.created_at,
    content: [...actContent(row), ...signingSheet(row)],
  });
}

function actContent(row: DocumentRow): PdfContent[] {
  const amount = row.amount_kopecks ?? 0n;
  const contract = row.contract_number
    ? `Основание: договор № ${row.contract_number}${row.contract_date ? ` от ${formatDate(row.contract_date)}` : ""}.`
    : "Основание: договор возмездного оказания услуг, заключённый на платформе.";
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
          [
            "1",
            { stack: [row.job_title ?? "", { text: row.description ?? "", style: "small" }] },
            periodOf(row),
            { text: formatAmount(amount), alignment: "right" },
          ],
          [
            { text: "Итого", colSpan: 3, style: "label", alignment: "right" },
            {},
            {},
            { text: formatAmount(amount), style: "label", alignment: "right" },
          ],
        ],
      },
      layout: "lightHorizontalLines",
      margin: [0, 0, 0, 10],
    },
    {
      text: `Всего оказано услуг на сумму ${formatMoney(amount)} (${amountInWords(amount)}). ${vatOf(row)}`,
      margin: [0, 0, 0, 8],
    },
    {
      text: "Услуги оказаны полностью и в срок. Заказчик претензий по объёму, качеству и срокам оказания услуг не имеет.",
      margin: [0, 0, 0, 8],
    },
    ...(row.tax_receipt_id
      ? [{ text: `Чек ФНС № ${row.tax_receipt_id}.`, margin: [0, 0, 0, 8] }]
      : []),
    signaturesOf(row),
  ];
}

export function signaturesOf(row: DocumentRow): PdfContent {
  return {
    columns: [
      signatureOf("Заказчик", row.account_name, senderSignedAt(row)),
      signatureOf("Исполнитель", row.workman_name ?? "", recipientSignedAt(row)),
    ],
    columnGap: 24,
    margin: [0, 18, 0, 0],
    unbreakable: true,
  };
}

function signatureOf(side: string, name: string, at: Date | null): PdfContent {
  const signed = at ? "Подписано простой электронной подписью" : "Не подписано";
  return {
    stack: [
      { text: side, style: "label" },
      name,
      signed,
      { text: at ? formatMoscowTime(at) : "", style: "small" },
    ],
  };
}

/** Evidence. Source: `domain.md` §1.7. */
export function signingSheet(row: DocumentRow): PdfContent[] {
  const hash = contentHash(row);
  const line = (side: string, who: string, inn: string | null, how: string, at: Date | null) => [
    side,
    who,
    inn ?? "",
    at ? `Простая электронная подпись, ${how}` : "Не подписано",
    at ? formatMoscowTime(at) : "",
  ];
  const customer = [row.account_name, row.account_signature?.signer_name ?? row.signer_name]
    .filter(Boolean)
    .join(", ");
  const byResult =
    row.account_signature === null &&
    row.confirmed_at === null &&
    row.awaits !== "account" &&
    row.result_accepted_at !== null;
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
          ["Сторона", "Подписант", "ИНН", "Способ", "Время (МСК)"].map((text) => ({
            text,
            style: "label",
          })),
          line(
            "Заказчик",
            customer,
            row.account_inn,
            byResult ? "приёмка результата на платформе" : "код из СМС",
            senderSignedAt(row),
          ),
          line(
            "Исполнитель",
            row.workman_name ?? "",
            row.workman_inn,
            row.state === "AUTO_SIGNED" ? "автоматически по условиям договора" : "код из СМС",
            recipientSignedAt(row),
          ),
        ],
      },
      layout: "lightHorizontalLines",
      fontSize: 9,
      margin: [0, 0, 0, 12],
    },
    ...evidenceOf("Заказчик", row.account_signature),
    ...evidenceOf("Исполнитель", row.workman_signature),
    {
      text: "Подписано простой электронной подписью по соглашению сторон (часть 2 статьи 6 и статья 9 Федерального закона от 06.04.2011 № 63-ФЗ «Об электронной подписи»).",
      style: "small",
      margin: [0, 0, 0, 12],
    },
    { qr: proofOf(row, hash), fit: 120 },
  ];
}

/** Used when the site's URL is unknown. */
export function proofOf(row: DocumentRow, hash: string): string {
  return linkOfDocumentCheck(row.id, hash) ?? `${titleOf(row)}\n${row.id}\n${hash}`;
}

function evidenceOf(side: string, signature: Signature | null): PdfContent[] {
  if (!signature) return [];
  const code = signature.code_sent_at
    ? `код № ${signature.code_id} отправлен ${formatMoscowTime(new Date(signature.code_sent_at))} на ${signature.phone_masked}, сообщение ${signature.message_id}, адрес ${signature.ip ?? "неизвестен"}, устройство: ${signature.user_agent || "не названо"}`
    : "срок на подписание или отказ истёк";
  return [
    {
      text: [
        { text: `${side}: `, style: "label" },
        `${signature.signer_name}, ${code}. Соглашение: ${signature.agreement_version}. SHA-256 подписанного содержания: ${signature.sha256}.`,
      ],
      fontSize: 8,
      margin: [0, 0, 0, 6],
    },
  ];
}

export function customerOf(row: DocumentRow): string {
  const parts = [
    row.account_full_name,
    `ИНН ${row.account_inn}`,
    row.account_kpp && `КПП ${row.account_kpp}`,
    row.account_ogrn && `${row.account_ogrn.length === 15 ? "ОГРНИП" : "ОГРН"} ${row.account_ogrn}`,
  ];
  return `${[...parts, row.account_address].filter(Boolean).join(", ")}.`;
}

function workmanOf(row: DocumentRow): string {
  return `${[row.workman_name, row.workman_inn && `ИНН ${row.workman_inn}`, isSelfEmployed(row) && "плательщик налога на профессиональный доход"].filter(Boolean).join(", ")}.`;
}

function vatOf(row: DocumentRow): string {
  return isSelfEmployed(row)
    ? "НДС не облагается: исполнитель применяет специальный налоговый режим «Налог на профессиональный доход»."
    : "НДС не облагается.";
}

function isSelfEmployed(row: DocumentRow): boolean {
  return row.taxpayer_type === "SMZ" || row.taxpayer_type === "IP_SMZ";
}

function periodOf(row: DocumentRow): string {
  const days = [...new Set([row.work_start, row.work_end])].filter((day) => day !== null);
  return days.length > 0 ? days.map(formatDate).join(" – ") : formatDate(row.document_date);
}
