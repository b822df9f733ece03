import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Source: `domain.md` §2.11. */
export const TRANSACTION_TYPE = defineEnumeration({
  INVOICE_PAYMENT: "Пополнение по счёту",
  INVOICE_UNIDENTIFIED: "Невыясненное поступление",
  REFUND_TO_CUSTOMER: "Возврат заказчику",
  HOLD: "Заморозка средств",
  HOLD_RELEASE: "Разморозка",
  HOLD_ADJUST: "Изменение суммы (арбитраж)",
  /** Of a job or of a row of a registry, which has none. */
  JOB_PAYMENT: "Оплата работы",
  COMMISSION: "Комиссия платформы",
  COMMISSION_REFUND: "Возврат комиссии",
  WORKMAN_ACCRUAL: "Начисление исполнителю",
  TAX_HOLD: "Резерв налога",
  TAX_PAYMENT: "Уплата налога",
  TAX_REFUND: "Возврат резерва налога",
  PAYOUT_CARD: "Выплата на карту",
  PAYOUT_ACCOUNT: "Выплата на счёт",
  PAYOUT_SBP: "Выплата по СБП",
  PAYOUT_RETURN: "Возврат выплаты",
  WITHDRAW_CARD: "Вывод на карту",
  WITHDRAW_FEE: "Комиссия за вывод",
  NDFL: "Удержание НДФЛ",
  INSURANCE: "Страховые взносы",
  CORRECTION: "Корректировка",
  WRITE_OFF: "Списание",
  BANK_FEE: "Комиссия банка",
});
export type TransactionType = IdOf<typeof TRANSACTION_TYPE>;
