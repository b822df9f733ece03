import { REASONS } from "#contract/definitions/reasons.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { areTriesOver, PAYOUTS_NOT_ARRIVED, type PayoutState } from "./payout-states.ts";

/** Reasons of the bank and of refused receipts, and none. */
export const PAYOUT_FAILURE = defineEnumeration({
  ...REASONS.payoutFailure.titles,
  ...REASONS.receiptFailure.titles,
  NOT_GIVEN: "Причина не указана",
});
export type PayoutFailureId = IdOf<typeof PAYOUT_FAILURE>;

/** The other one stays a command. */
export type PayoutMending = "retry" | "give-up";

interface Mending {
  readonly account: string;
  readonly workman: string;
  readonly action: PayoutMending;
}

const ASK_FOR_DETAILS: Mending = {
  account: "Попросите исполнителя проверить карту или счёт в профиле, потом повторите",
  workman: "Проверьте карту и счёт в разделе «Способы выплаты»",
  action: "retry",
};
const ASK_FOR_ACCESS: Mending = {
  account: "Попросите исполнителя подключить платформу в «Мой налог», потом повторите",
  workman: "Подключите платформу в «Мой налог» со всеми правами и сообщите заказчику",
  action: "retry",
};
const TRY_AGAIN: Mending = {
  account: "Повторите: сбой обычно проходит за несколько минут",
  workman: "Заказчик может повторить выплату: сообщите ему",
  action: "retry",
};
const PAY_OTHERWISE: Mending = {
  account: "Повтор не поможет. Верните деньги на баланс и договоритесь с исполнителем",
  workman: "Свяжитесь с заказчиком: деньги вернутся ему",
  action: "give-up",
};

export const PAYOUT_MENDINGS: Readonly<Record<PayoutFailureId, Mending>> = {
  CARD_BLOCKED: ASK_FOR_DETAILS,
  CARD_UNBOUND: ASK_FOR_DETAILS,
  ACCOUNT_CLOSED: ASK_FOR_DETAILS,
  NAME_MISMATCH: ASK_FOR_DETAILS,
  NOT_ORDERED: ASK_FOR_DETAILS,
  BANK_LIMIT: {
    account: "Попросите исполнителя указать другую карту или счёт, потом повторите",
    workman: "Укажите другую карту или счёт в разделе «Способы выплаты»",
    action: "retry",
  },
  COMPLIANCE: PAY_OTHERWISE,
  TECHNICAL: TRY_AGAIN,
  TAXPAYER_UNREGISTERED: {
    account: "Попросите исполнителя восстановить статус самозанятого, потом повторите",
    workman: "Встаньте на учёт самозанятым в «Мой налог» и сообщите заказчику",
    action: "retry",
  },
  TAXPAYER_UNBOUND: ASK_FOR_ACCESS,
  PERMISSION_NOT_GRANTED: ASK_FOR_ACCESS,
  PARTNER_DENY: {
    account: "Напишите в поддержку: отказ касается платформы, не исполнителя. Потом повторите",
    workman: "Отказ касается платформы: мы уже разбираемся",
    action: "retry",
  },
  REQUEST_VALIDATION_ERROR: {
    account: "Попросите исполнителя проверить ИНН и паспорт в профиле, потом повторите",
    workman: "Проверьте ИНН и паспорт в профиле и сообщите заказчику",
    action: "retry",
  },
  LIMIT_EXCEEDED: PAY_OTHERWISE,
  INTERNAL_ERROR: TRY_AGAIN,
  NOT_GIVEN: TRY_AGAIN,
};

const NO_MORE_TRIES = {
  account:
    "Попытки закончились, повторить нельзя. Верните деньги на баланс и договоритесь с исполнителем или напишите в поддержку",
  workman:
    "Попытки закончились, отправить снова нельзя. Напишите в поддержку: деньги сохранены за вами",
} as const;

/** What the side can do about it. */
export function mendingAdvice(
  failure: PayoutFailureId,
  side: keyof typeof NO_MORE_TRIES,
  { state, triesCount }: { readonly state: PayoutState; readonly triesCount: number },
): string {
  return areTriesOver(state, triesCount) ? NO_MORE_TRIES[side] : PAYOUT_MENDINGS[failure][side];
}

const OF_THE_DESTINATION: readonly PayoutFailureId[] = [
  "CARD_BLOCKED",
  "CARD_UNBOUND",
  "ACCOUNT_CLOSED",
  "NAME_MISMATCH",
  "NOT_ORDERED",
  "BANK_LIMIT",
];

/** Another card or account of the workman helps. */
export function isMendedByDestination(failure: PayoutFailureId): boolean {
  return OF_THE_DESTINATION.includes(failure);
}

/** A failed payout always has a reason, if only «none given». */
export function failureOf(state: PayoutState, code: string | null): PayoutFailureId | null {
  if (code !== null && PAYOUT_FAILURE.has(code)) return code;
  return PAYOUTS_NOT_ARRIVED.includes(state) ? "NOT_GIVEN" : null;
}
