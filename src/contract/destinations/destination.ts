import { Type } from "typebox";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { nullable, text } from "#contract/kernel/fields.ts";

export const DESTINATION_CHANGE = defineEnumeration({
  CARD: "Выплаты на карту",
  PAYMENT_ACCOUNT: "Выплаты на счёт",
  SBP: "Выплаты по СБП",
  WITHDRAWAL: "Вывод на новую карту",
  PHONE: "Телефон для входа",
  ACCOUNT: "Расчётный счёт компании",
});
export type DestinationChange = IdOf<typeof DESTINATION_CHANGE>;

/** `shown` is masked. `cardID`: of a card, which can be chosen again at once. */
export const FormerDestination = Type.Object({
  kind: PAYOUT_KIND.schema,
  shown: Type.String(),
  cardID: nullable(Type.String()),
});
export type FormerDestination = Type.Static<typeof FormerDestination>;

export function sayChange(kind: DestinationChange, shown: string): string {
  switch (kind) {
    case "CARD":
      return `Выплаты теперь приходят на карту ${shown}`;
    case "PAYMENT_ACCOUNT":
      return `Выплаты теперь приходят на счёт ${shown}`;
    case "SBP":
      return `Выплаты теперь приходят по СБП на телефон ${shown}`;
    case "WITHDRAWAL":
      return `Деньги выводятся на новую карту ${shown}`;
    case "PHONE":
      return `Телефон для входа сменён на ${shown}`;
    case "ACCOUNT":
      return `Расчётный счёт компании сменён на ${shown}`;
  }
}

/** Exactly as the command sends it, except for spaces. */
export const CodedDestination = Type.Object({
  type: Type.Optional(text(30)),
  number: Type.Optional(text(64)),
  accountNumber: Type.Optional(text(30)),
  bankBik: Type.Optional(text(20)),
  bankName: Type.Optional(text(255)),
  corAccountNumber: Type.Optional(text(30)),
  kpp: Type.Optional(text(30)),
  ogrn: Type.Optional(text(30)),
});
export type CodedDestination = Type.Static<typeof CodedDestination>;

/** Link of a message that may say «Это не я» once. */
export const ChangeKey = Type.String({ pattern: "^[0-9]{1,15}\\.[A-Za-z0-9_-]{16}$" });
