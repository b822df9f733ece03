import { defineEnumeration } from "#contract/kernel/define-enumeration.ts";

/** Titles: `domain.md` §2.9. Decision: ids are ours and never renamed. */
export const REASONS = {
  jobReject: defineEnumeration({
    FORBIDDEN_SERVICE: "Запрещённый вид услуг",
    LABOUR_RELATIONS: "Признаки трудовых отношений",
    CONTACTS: "Контакты в описании",
    POOR_DESCRIPTION: "Недостаточное описание",
    WRONG_AMOUNT: "Некорректная сумма",
    DUPLICATE: "Дубль задания",
    OTHER: "Другое",
  }),
  jobCancel: defineEnumeration({
    NOT_NEEDED: "Задание больше не актуально",
    FOUND_ELSEWHERE: "Нашли исполнителя вне платформы",
    TERMS_CHANGED: "Изменились условия",
    MISTAKE: "Ошибка в задании",
    NO_CONTACT: "Исполнитель не вышел на связь",
    OTHER: "Другое",
  }),
  offerDeclineByAccount: defineEnumeration({
    PRICE: "Не подходит цена",
    EXPERIENCE: "Не подходит опыт",
    ANOTHER_CHOSEN: "Выбран другой исполнитель",
    NO_DOCUMENTS: "Нет нужных документов",
    OTHER: "Другое",
  }),
  /** A refusal is never held against a workman (289-ФЗ): «Без объяснения» is a full answer. */
  declineByWorkman: defineEnumeration({
    PRICE: "Не подходит цена",
    TERM: "Не подходит срок",
    FAR: "Далеко",
    NO_SKILLS: "Нет нужных навыков",
    BUSY: "Уже занят",
    NO_EXPLANATION: "Без объяснения",
  }),
  offerReject: defineEnumeration({
    CONTACTS: "Контакты в сообщении",
    RULES: "Нарушение правил",
    FRAUD: "Подозрение на мошенничество",
    OTHER: "Другое",
  }),
  arbitration: defineEnumeration({
    SCOPE_CHANGED: "Изменился объём работ",
    PARTLY_DONE: "Работа выполнена частично",
    DEFECTS: "Недостатки результата",
    EXTRA_WORK: "Доплата за дополнительные работы",
    WRONG_AMOUNT: "Ошибка в сумме",
    OTHER: "Другое",
  }),
  actReject: defineEnumeration({
    WRONG_AMOUNT: "Неверная сумма",
    WRONG_PERIOD: "Неверный период",
    NOT_MY_WORK: "Работы не выполнялись мной",
    WRONG_DATA: "Неверные данные",
    OTHER: "Другое",
  }),
  receiptReversal: defineEnumeration({
    REFUND: "Возврат средств",
    REGISTRATION_MISTAKE: "Чек сформирован ошибочно",
  }),
  payoutFailure: defineEnumeration({
    CARD_BLOCKED: "Карта заблокирована или истекла",
    /** Ours, of a withdrawal: nothing is sent to a card that is the worker's no more. */
    CARD_UNBOUND: "Карта отвязана",
    ACCOUNT_CLOSED: "Счёт закрыт",
    NAME_MISMATCH: "Не совпадает ФИО получателя",
    BANK_LIMIT: "Превышен лимит банка",
    COMPLIANCE: "Отказ банка по 115-ФЗ",
    TECHNICAL: "Технический сбой банка",
    /** Ours: the requisites give no valid order, or the bank refuses it. */
    NOT_ORDERED: "Поручение не принято: проверьте реквизиты исполнителя",
  }),
  /** Codes of the tax service; INTERNAL_ERROR also without a response. Source: `domain.md` §1.3. */
  receiptFailure: defineEnumeration({
    TAXPAYER_UNREGISTERED: "Исполнитель не самозанятый",
    TAXPAYER_UNBOUND: "Исполнитель отключил платформу в «Мой налог»",
    PERMISSION_NOT_GRANTED: "Исполнитель не дал права оформлять чеки",
    PARTNER_DENY: "ФНС отказала платформе в чеке",
    REQUEST_VALIDATION_ERROR: "ФНС не приняла данные чека",
    LIMIT_EXCEEDED: "Превышен годовой лимит дохода самозанятого",
    INTERNAL_ERROR: "ФНС не ответила",
  }),
  workmanReject: defineEnumeration({
    UNREADABLE: "Нечитаемый документ",
    MISMATCH: "Данные не совпадают",
    EXPIRED: "Документ истёк",
    CITIZENSHIP: "Гражданство не поддерживается",
    NOT_SMZ: "Не подтверждён статус НПД",
    OTHER: "Другое",
  }),
  accountReject: defineEnumeration({
    NO_AUTHORITY: "Не подтверждены полномочия",
    LIQUIDATION: "Организация ликвидируется",
    FALSE_REGISTER_DATA: "Недостоверные сведения ЕГРЮЛ",
    CONTRACT_BREACH: "Нарушение договора",
    LABOUR_SUBSTITUTION: "Подмена трудовых отношений",
    OTHER: "Другое",
  }),
  blacklist: defineEnumeration({
    POOR_WORK: "Некачественная работа",
    NO_SHOW: "Невыход",
    SITE_RULES: "Нарушение правил объекта",
    FRAUD: "Мошенничество",
    FORMER_EMPLOYEE: "Бывший сотрудник (менее 2 лет)",
    OTHER: "Другое",
  }),
  documentTemplateReject: defineEnumeration({
    UNKNOWN_FIELDS: "Неизвестные поля",
    MISSING_FIELDS: "Нет обязательных полей",
    CONTRADICTS_CONTRACT: "Противоречит договору платформы",
  }),
  registryReject: defineEnumeration({
    WRONG_AMOUNTS: "Неверные суммы",
    WRONG_PEOPLE: "Неверный состав",
    NO_PROOF: "Нет подтверждающих документов",
    OVER_BUDGET: "Превышен бюджет",
    OTHER: "Другое",
  }),
  /** Decision: ids are ours. */
  reviewReject: defineEnumeration({
    INSULT: "Оскорбления",
    PERSONAL_DATA: "Персональные данные",
    OFF_TOPIC: "Отзыв не о работе",
    OTHER: "Другое",
  }),
  /** Decision: ids are ours. */
  complaint: defineEnumeration({
    INSULT: "Оскорбления",
    PERSONAL_DATA: "Персональные данные",
    FALSE: "Неправда",
    FRAUD: "Подозрение на мошенничество",
    ADVERTISING: "Реклама и контакты",
    OTHER: "Другое",
  }),
} as const;
