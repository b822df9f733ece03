import { sql } from "kysely";
import {
  PLATFORM_ADDRESS,
  PLATFORM_BANK,
  PLATFORM_COMPANY,
} from "#contract/platform-company/platform-company.ts";
import { amountInWords } from "#contract/values/amount-in-words.ts";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { formatAmount, formatMoney } from "#contract/values/money.ts";
import { paymentCode } from "#contract/values/payment-code.ts";
import { notFound } from "#server/http/app-error.ts";
import { renderPdf, type PdfContent } from "#server/files/render-pdf.ts";
import type { Trx } from "#server/data/transaction.ts";
import { INVOICE_COLUMNS, type InvoiceRow } from "./queries.ts";
import { paymentPurpose } from "./payment-purpose.ts";

export interface InvoicePaper extends InvoiceRow {
  readonly full_name: string;
  readonly inn: string;
  readonly kpp: string | null;
  readonly legal_address: string;
  readonly contract_number: string | null;
  readonly contract_date: string | null;
}

/** @throws AppError `not_found` — absent or foreign. */
export async function loadInvoicePaper(
  trx: Trx,
  accountId: number,
  id: number,
): Promise<InvoicePaper> {
  const { rows } = await sql<InvoicePaper>`
    SELECT ${INVOICE_COLUMNS}, a.full_name, a.inn, a.kpp, a.legal_address, a.contract_number,
      a.contract_date
    FROM invoices i
    JOIN accounts a ON a.id = i.account_id
    WHERE i.account_id = ${accountId} AND i.id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound("Счёт не найден");
  return rows[0];
}

export function renderInvoice(paper: InvoicePaper): Promise<Buffer> {
  return renderPdf({
    title: titleOf(paper),
    createdAt: paper.created_at,
    content: contentOf(paper),
  });
}

function titleOf(paper: InvoicePaper): string {
  return `Счёт на оплату № ${paper.number} от ${formatDate(moscowDate(paper.created_at))}`;
}

function contentOf(paper: InvoicePaper): PdfContent[] {
  const { amount_kopecks: amount } = paper;
  const contract = paper.contract_number
    ? `Договор № ${paper.contract_number}${paper.contract_date ? ` от ${formatDate(paper.contract_date)}` : ""}`
    : "Договор с заказчиком, заключённый на платформе";
  return [
    bankTable(paper),
    { text: titleOf(paper), style: "title", margin: [0, 16, 0, 12] },
    ...(paper.state === "canceled"
      ? [
          {
            text: "Счёт отменён. Не оплачивайте его.",
            style: "label",
            color: "#b00020",
            margin: [0, 0, 0, 8],
          },
        ]
      : []),
    party("Получатель", [
      PLATFORM_COMPANY.fullName,
      `ИНН ${PLATFORM_COMPANY.inn}`,
      `КПП ${PLATFORM_COMPANY.kpp}`,
      PLATFORM_ADDRESS,
    ]),
    party("Плательщик", [
      paper.full_name,
      `ИНН ${paper.inn}`,
      paper.kpp && `КПП ${paper.kpp}`,
      paper.legal_address,
    ]),
    { text: [{ text: "Основание: ", style: "label" }, `${contract}.`], margin: [0, 0, 0, 6] },
    {
      text: [
        { text: "Оплатить до: ", style: "label" },
        `${formatDate(paper.valid_until)} включительно.`,
      ],
      margin: [0, 0, 0, 12],
    },
    {
      table: {
        headerRows: 1,
        widths: [22, "*", 100],
        body: [
          ["№", "Назначение", "Сумма, ₽"].map((text) => ({ text, style: "label" })),
          [
            "1",
            "Пополнение баланса для расчётов с исполнителями",
            { text: formatAmount(amount), alignment: "right" },
          ],
          [
            { text: "Без НДС", colSpan: 2, alignment: "right" },
            {},
            { text: "—", alignment: "right" },
          ],
          [
            { text: "К оплате", colSpan: 2, style: "label", alignment: "right" },
            {},
            { text: formatAmount(amount), style: "label", alignment: "right" },
          ],
        ],
      },
      layout: "lightHorizontalLines",
      margin: [0, 0, 0, 10],
    },
    {
      text: `Всего к оплате ${formatMoney(amount)} (${amountInWords(amount)}).`,
      margin: [0, 0, 0, 6],
    },
    // The balance is the customer's money; commission and VAT are in the monthly act.
    {
      text: "Пополнение баланса НДС не облагается. Комиссия оператора удерживается с баланса и включает НДС, он выделяется в акте оператора за месяц.",
      style: "small",
      margin: [0, 0, 0, 10],
    },
    {
      columns: [
        { qr: bankCode(paper), fit: 130, width: 150 },
        {
          stack: [
            { text: "Назначение платежа", style: "label" },
            paymentPurpose(paper),
            {
              text: "Номер счёта в назначении платежа нужен, чтобы деньги зачислились сразу. Код слева заполнит поручение в приложении банка.",
              style: "small",
              margin: [0, 8, 0, 0],
            },
          ],
        },
      ],
      unbreakable: true,
    },
    {
      text: `${PLATFORM_COMPANY.shortName} — ${PLATFORM_COMPANY.remark}.`,
      style: "small",
      margin: [0, 14, 0, 0],
    },
  ];
}

function party(title: string, parts: readonly (string | null)[]): PdfContent {
  return {
    text: [{ text: `${title}: `, style: "label" }, `${parts.filter(Boolean).join(", ")}.`],
    margin: [0, 0, 0, 6],
  };
}

function bankTable({ bank_provider: provider }: InvoicePaper): PdfContent {
  const cell = (label: string, value: string) => ({
    stack: [{ text: label, style: "small" }, value],
  });
  return {
    table: {
      widths: ["*", 190],
      body: [
        [
          cell("Банк получателя", PLATFORM_BANK.name),
          { stack: [`БИК ${PLATFORM_BANK.bic}`, `Корр. счёт ${PLATFORM_BANK.corAccount}`] },
        ],
        [
          cell(
            "Получатель",
            `${PLATFORM_COMPANY.shortName}, ИНН ${PLATFORM_COMPANY.inn}, КПП ${PLATFORM_COMPANY.kpp}`,
          ),
          cell("Счёт получателя", PLATFORM_BANK.accounts[provider]),
        ],
      ],
    },
  };
}

function bankCode(paper: InvoicePaper): string {
  return paymentCode(
    {
      Name: PLATFORM_COMPANY.shortName,
      PersonalAcc: PLATFORM_BANK.accounts[paper.bank_provider],
      BankName: PLATFORM_BANK.name,
      BIC: PLATFORM_BANK.bic,
      CorrespAcc: PLATFORM_BANK.corAccount,
      PayeeINN: PLATFORM_COMPANY.inn,
      KPP: PLATFORM_COMPANY.kpp,
      Purpose: paymentPurpose(paper),
    },
    paper.amount_kopecks,
  );
}
