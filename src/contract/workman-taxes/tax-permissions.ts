import { defineEnumeration } from "#contract/kernel/define-enumeration.ts";

/** Ids of the tax service. Source: `domain.md` §1.3, «Ask the first 6». */
export const TAX_PERMISSION = defineEnumeration({
  INCOME_REGISTRATION: "Регистрация доходов",
  PAYMENT_INFORMATION: "Сведения о начислениях и платежах",
  TAX_PAYMENT: "Уплата налога",
  INCOME_LIST: "Список чеков",
  INCOME_SUMMARY: "Сводка доходов",
  CANCEL_INCOME: "Аннулирование чеков",
});
