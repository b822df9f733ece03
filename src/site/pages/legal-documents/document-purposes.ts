import type { LegalDocumentKind } from "#contract/legal-documents/legal-document.ts";

/** For the index and search engines: at most 160 characters. */
export const DOCUMENT_PURPOSES: Readonly<Record<LegalDocumentKind, string>> = {
  contract:
    "Оферта для исполнителей и заказчиков: как выполняются, принимаются и оплачиваются задания, когда формируется чек и как изменить выплату.",
  "customer-contract":
    "Оферта для компаний: баланс, реестры выплат, комиссия и НДС, проверки исполнителей, документы и ответственность.",
  "data-policy":
    "Какие персональные данные обрабатывает платформа, зачем, сколько хранит, кому передаёт и как отозвать согласие.",
  "terms-of-use":
    "Правила пользования платформой и соглашение об электронной подписи: вход по коду, модерация, уведомления, удаление учётной записи.",
};
