import { reviseDocument, rewordParagraphs } from "../revise-document.ts";
import later from "./customer-contract-2026-01-01.ts";

/** VAT of 20 %. */
export default reviseDocument(later, {
  validFrom: "2025-03-01",
  changes: [
    "Деньги исполнителю на НПД отправляются только после регистрации чека.",
    "Срок поступления денег сокращён с 5 до 3 рабочих дней.",
    "Статус исполнителя проверяется ещё раз непосредственно перед отправкой денег.",
    "Появилось массовое изменение выплат файлом.",
  ],
  sections: {
    fee: rewordParagraphs(later, "fee", {
      1: "Комиссия включает НДС по ставке 20 %. Комиссия по каждой строке округляется до копейки, общая сумма складывается из строк.",
    }),
  },
});
