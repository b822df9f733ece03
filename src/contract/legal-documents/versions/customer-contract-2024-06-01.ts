import { reviseDocument, rewordParagraphs } from "../revise-document.ts";
import later from "./customer-contract-2025-03-01.ts";

/**
 * The first version: money in five days, the receipt after it, tariffs changed at ten days' notice.
 */
export default reviseDocument(later, {
  validFrom: "2024-06-01",
  changes: [],
  sections: {
    checks: rewordParagraphs(later, "checks", {
      1: "Оператор проверяет статус плательщика НПД при регистрации Исполнителя и при загрузке реестра.",
    }),
    payout: [
      "По каждой строке или заданию соблюдается порядок: заморозка суммы → акт → распоряжение банку → чек.",
      "Деньги поступают Исполнителю в течение 5 рабочих дней со дня отправки.",
      "Возвращённая банком выплата зачисляется на баланс Заказчика за вычетом расходов банка.",
      "По Исполнителям, которые не применяют НПД, Заказчик является налоговым агентом и плательщиком страховых взносов.",
    ],
    documents: rewordParagraphs(later, "documents", { 2: null }),
    fee: rewordParagraphs(later, "fee", {
      2: "Комиссия удерживается из замороженной суммы в день отправки денег и не возвращается.",
      4: "Об изменении тарифа Оператор сообщает не позднее чем за 10 дней.",
    }),
  },
});
