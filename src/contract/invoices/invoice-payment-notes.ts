import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Any sum is credited whole. Source: `domain.md` §2.8. */
export const INVOICE_PAYMENT_NOTE = defineEnumeration({
  PART: "Оплачено не полностью",
  EXCESS: "Оплачено больше суммы счёта: излишек зачислен на баланс",
  PAID_BEFORE: "Счёт уже был оплачен: деньги зачислены на баланс",
  CANCELED: "Счёт был отменён: деньги зачислены на баланс",
});
export type InvoicePaymentNote = IdOf<typeof INVOICE_PAYMENT_NOTE>;
