import { reviseDocument, rewordParagraphs } from "../revise-document.ts";
import later from "./data-policy-2026-09-01.ts";

/**
 * Consent has become a document of its own; evidence of signatures and single cookies are not told
 * yet.
 */
export default reviseDocument(later, {
  validFrom: "2025-09-01",
  changes: [
    "Согласие на обработку данных оформляется отдельно от соглашения и договора, как требует закон с 1 сентября 2025 года.",
    "Приглашённые заказчиком лица узнают, кто передал их данные; без ответа данные удаляются через 30 дней.",
  ],
  sections: {
    goals: rewordParagraphs(later, "goals", {
      2: "Рекламные сообщения направляются только с отдельного согласия.",
    }),
    data: rewordParagraphs(later, "data", {
      4: "При подписании документов: контрольная сумма документа, номер телефона, время подтверждения, сетевой адрес.",
    }),
    cookies: [
      "Платформа использует собственные файлы cookie и локальное хранилище браузера: для входа, для отметок о закрытых объявлениях и для меток рекламных кампаний.",
      "Файлы cookie можно удалить или запретить в настройках браузера. Без файла сеанса вход невозможен.",
    ],
    rights: rewordParagraphs(later, "rights", { 3: null }),
  },
});
