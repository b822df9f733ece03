import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";

/** Source: specification §3 (CARD, PAYMENT_ACCOUNT); SBP is ours, `domain.md` §2.3. */
export const PAYOUT_KIND = defineEnumeration({
  CARD: "На карту",
  PAYMENT_ACCOUNT: "На счёт",
  SBP: "По номеру телефона (СБП)",
});
export type PayoutKind = IdOf<typeof PAYOUT_KIND>;

/** Source: `domain.md` §2.3. */
export const JOB_PAY_TYPE = defineEnumeration({
  FIXED: "Фиксированная сумма",
  NEGOTIABLE: "Предложите цену",
});
export type JobPayType = IdOf<typeof JOB_PAY_TYPE>;

/** `bankProvider` of `POST /v1/invoices`. Source: `domain.md` §2.3. */
export const BANK_PROVIDER = defineEnumeration({
  MAIN: "Основной счёт",
  NOMINAL: "Номинальный счёт",
});
export type BankProvider = IdOf<typeof BANK_PROVIDER>;

/** Payer of the professional income tax. Source: `domain.md` §2.3. */
export const TAX_PAYER = defineEnumeration({
  WORKMAN: "Исполнитель платит сам",
  PLATFORM: "Налог платит платформа",
});
export type TaxPayer = IdOf<typeof TAX_PAYER>;
