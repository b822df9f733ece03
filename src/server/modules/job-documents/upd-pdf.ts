import { PLATFORM_ADDRESS, PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { formatAmount } from "#contract/values/money.ts";
import { renderPdf, type PdfContent } from "#server/files/render-pdf.ts";
import { proofOf } from "./act-pdf.ts";
import { contentHash, type DocumentRow } from "./queries.ts";

export function updTitleOf(row: DocumentRow): string {
  return `${row.corrected ? "УКД" : "УПД"} № ${row.number} от ${formatDate(row.document_date)}`;
}

/**
 * Universal transfer document of status 1 (invoice and act), or its correction for returned
 * commission: sums before and after (letter № ММВ-20-15/86@ of 17.10.2014). Source: letter of the
 * ФНС of 21.10.2013 № ММВ-20-3/96@; numbers in brackets are the form's lines.
 */
export function renderUpd(row: DocumentRow): Promise<Buffer> {
  const amount = row.amount_kopecks ?? 0n;
  const vat = row.vat_kopecks ?? 0n;
  const { corrected } = row;
  const period = `${formatDate(row.period_start ?? row.document_date)} – ${formatDate(row.period_end ?? row.document_date)}`;
  const contract = row.contract_number
    ? `договор № ${row.contract_number}${row.contract_date ? ` от ${formatDate(row.contract_date)}` : ""}`
    : "договор с заказчиком, заключённый на платформе";
  const hash = contentHash(row);
  return renderPdf({
    title: updTitleOf(row),
    createdAt: row.created_at,
    content: [
      {
        text: `Универсальный ${corrected ? "корректировочный" : "передаточный"} документ`,
        style: "title",
        margin: [0, 0, 0, 4],
      },
      {
        text: corrected
          ? "Статус: 1 — корректировочный счёт-фактура и соглашение об изменении стоимости"
          : "Статус: 1 — счёт-фактура и передаточный документ (акт)",
        style: "small",
        alignment: "center",
        margin: [0, 0, 0, 12],
      },
      fact(
        `${corrected ? "Корректировочный счёт" : "Счёт"}-фактура (1)`,
        `№ ${row.number} от ${formatDate(row.document_date)}`,
      ),
      ...(corrected?.number
        ? [
            fact(
              "К счёту-фактуре (1б)",
              `№ ${corrected.number} от ${formatDate(corrected.date ?? row.document_date)}`,
            ),
          ]
        : []),
      fact("Продавец (2)", PLATFORM_COMPANY.fullName),
      fact("Адрес (2а)", PLATFORM_ADDRESS),
      fact("ИНН/КПП продавца (2б)", `${PLATFORM_COMPANY.inn}/${PLATFORM_COMPANY.kpp}`),
      fact(
        "К платёжно-расчётному документу (5)",
        corrected ? "возвращено на баланс покупателя" : "удержано с баланса покупателя",
      ),
      fact("Покупатель (6)", row.account_full_name),
      fact("Адрес (6а)", row.account_address),
      fact("ИНН/КПП покупателя (6б)", [row.account_inn, row.account_kpp].filter(Boolean).join("/")),
      fact("Валюта: наименование, код (7)", "российский рубль, 643"),
      {
        table: {
          headerRows: 1,
          widths: [14, "*", 34, 24, 62, 34, 58, 62],
          body: [
            [
              "№",
              "Наименование услуги (1а)",
              "Ед. (2а)",
              "Кол-во (3)",
              "Стоимость без налога (5)",
              "Ставка (7)",
              "Сумма налога (8)",
              "Стоимость с налогом (9)",
            ].map((text) => ({ text, style: "small" })),
            [
              "1",
              `Комиссия за организацию расчётов с исполнителями за период ${period}${corrected ? ": до изменения" : ""}`,
              "усл.",
              "1",
              ...sums(
                corrected
                  ? { amount: BigInt(corrected.amount), vat: BigInt(corrected.vat) }
                  : { amount, vat },
              ),
            ],
            ...(corrected
              ? [
                  [
                    "",
                    "После изменения",
                    "усл.",
                    "1",
                    ...sums({
                      amount: BigInt(corrected.amount) + amount,
                      vat: BigInt(corrected.vat) + vat,
                    }),
                  ],
                ]
              : []),
            [
              {
                text: corrected ? "Всего уменьшение" : "Всего к оплате",
                colSpan: 4,
                style: "label",
              },
              {},
              {},
              {},
              ...sums(corrected ? { amount: -amount, vat: -vat } : { amount, vat }, "X"),
            ],
          ],
        },
        layout: "lightHorizontalLines",
        fontSize: 9,
        margin: [0, 8, 0, 10],
      },
      fact("Основание передачи (10)", contract),
      fact("Дата оказания услуг (13)", formatDate(row.period_end ?? row.document_date)),
      {
        text: "Если в течение 5 рабочих дней покупатель не направит возражений, услуги считаются принятыми.",
        margin: [0, 4, 0, 12],
      },
      {
        columns: [
          {
            stack: [
              { text: "От продавца (14)", style: "label" },
              PLATFORM_COMPANY.shortName,
              PLATFORM_COMPANY.remark,
            ],
          },
          { qr: proofOf(row, hash), fit: 110, alignment: "right" },
        ],
        unbreakable: true,
      },
      { text: `SHA-256 содержания: ${hash}`, style: "small", margin: [0, 10, 0, 0] },
    ],
  });
}

function fact(name: string, value: string): PdfContent {
  return { text: [{ text: `${name}: `, style: "label" }, value], margin: [0, 0, 0, 3] };
}

function sums({ amount, vat }: { amount: bigint; vat: bigint }, rate?: string): PdfContent[] {
  return [sum(amount - vat), rate ?? rateOf(amount - vat, vat), sum(vat), sum(amount)];
}

function sum(kopecks: bigint): PdfContent {
  return { text: formatAmount(kopecks), alignment: "right" };
}

/** A month has one rate. */
function rateOf(base: bigint, vat: bigint): string {
  return vat === 0n || base === 0n
    ? "без НДС"
    : `${Math.round((Number(vat) * 100) / Number(base))}%`;
}
