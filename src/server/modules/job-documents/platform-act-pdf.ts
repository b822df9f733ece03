import { PLATFORM_ADDRESS, PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { amountInWords } from "#contract/values/amount-in-words.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { formatAmount, formatMoney } from "#contract/values/money.ts";
import { renderPdf } from "#server/files/render-pdf.ts";
import { customerOf, proofOf } from "./act-pdf.ts";
import { titleOf } from "./presenter.ts";
import { contentHash, type DocumentRow } from "./queries.ts";

/** Monthly act or its correction. Source: the customer contract, «Комиссия и акты Оператора». */
export function renderPlatformAct(row: DocumentRow): Promise<Buffer> {
  const amount = row.amount_kopecks ?? 0n;
  const vat = row.vat_kopecks ?? 0n;
  const period = `${formatDate(row.period_start ?? row.document_date)} – ${formatDate(row.period_end ?? row.document_date)}`;
  const hash = contentHash(row);
  const { corrected } = row;
  // A decrease has no sign.
  const [decrease, vatDecrease] = [-amount, -vat];
  return renderPdf({
    title: titleOf(row),
    createdAt: row.created_at,
    content: [
      { text: titleOf(row), style: "title", margin: [0, 0, 0, 14] },
      {
        text: [
          { text: "Исполнитель: ", style: "label" },
          `${PLATFORM_COMPANY.fullName}, ИНН ${PLATFORM_COMPANY.inn}, КПП ${PLATFORM_COMPANY.kpp}, ${PLATFORM_ADDRESS}.`,
        ],
        margin: [0, 0, 0, 6],
      },
      { text: [{ text: "Заказчик: ", style: "label" }, customerOf(row)], margin: [0, 0, 0, 6] },
      {
        text: `Основание: ${row.contract_number ? `договор № ${row.contract_number}${row.contract_date ? ` от ${formatDate(row.contract_date)}` : ""}` : "договор с заказчиком, заключённый на платформе"}.`,
        margin: [0, 0, 0, 12],
      },
      {
        table: {
          headerRows: 1,
          widths: [22, "*", 124, 84, 84],
          body: [
            ["№", "Услуга", "Период", "В том числе НДС, ₽", "Сумма, ₽"].map((text) => ({
              text,
              style: "label",
            })),
            [
              "1",
              `Комиссия за организацию расчётов с исполнителями${corrected ? ": возвращена заказчику" : ""}`,
              period,
              { text: formatAmount(vat), alignment: "right" },
              { text: formatAmount(amount), alignment: "right" },
            ],
          ],
        },
        layout: "lightHorizontalLines",
        margin: [0, 0, 0, 10],
      },
      {
        text: corrected
          ? `Стоимость услуг${corrected.number === null ? "" : ` по акту № ${corrected.number}`} уменьшена на ${formatMoney(decrease)} (${amountInWords(decrease)}), в том числе НДС ${formatMoney(vatDecrease)}: комиссия за несостоявшиеся выплаты возвращена.`
          : `Всего оказано услуг на сумму ${formatMoney(amount)} (${amountInWords(amount)}), в том числе НДС ${formatMoney(vat)}.`,
        margin: [0, 0, 0, 8],
      },
      {
        text: corrected
          ? "Комиссия возвращена на баланс заказчика. Если в течение 5 рабочих дней заказчик не направит возражений, изменение считается согласованным."
          : "Комиссия удержана с баланса заказчика. Если в течение 5 рабочих дней заказчик не направит возражений, услуги считаются принятыми.",
        margin: [0, 0, 0, 14],
      },
      {
        columns: [
          {
            stack: [
              { text: "От исполнителя", style: "label" },
              PLATFORM_COMPANY.shortName,
              `${PLATFORM_COMPANY.remark}`,
            ],
          },
          { qr: proofOf(row, hash), fit: 120, alignment: "right" },
        ],
        unbreakable: true,
      },
      { text: `SHA-256 содержания: ${hash}`, style: "small", margin: [0, 10, 0, 0] },
    ],
  });
}
