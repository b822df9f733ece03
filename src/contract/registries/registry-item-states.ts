import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** In order. Source: `domain.md` §2.8. */
export const PAYROLL_ITEM_STATE = defineEnumeration({
  PENDING_VALIDATION: "Ожидает проверки",
  VALIDATION_FAILED: "Ошибка",
  READY_TO_APPLY: "Готов",
  APPLYING: "Создаётся",
  AWAITING_HOLD_BALANCE: "Ожидает заморозки средств",
  BALANCE_HOLD_FAILED: "Недостаточно средств",
  BALANCE_HOLD_COMPLETED: "Средства заморожены",
  ADDITIONAL_JOB_ENTITIES_CREATED: "Документы созданы",
  PENDING_ACT_SIGNING: "Ожидает подписания акта",
  PENDING_RECEIPT_GENERATION: "Формируется чек",
  PAYMENT_WAITING: "Ожидает выплаты",
  BANK_HELD: "Придержал банк",
  PAID: "Выплачено",
  ACT_REJECTED: "Акт отклонён",
  RECEIPT_FAILED: "Чек не сформирован",
  PAYMENT_FAILED: "Выплата не прошла",
  RETURNED: "Возвращено банком",
  CANCELED: "Отменён",
});
export type PayrollItemState = IdOf<typeof PAYROLL_ITEM_STATE>;

export const PAYROLL_ITEM_SHORT_TITLES: Partial<Record<PayrollItemState, string>> = {
  AWAITING_HOLD_BALANCE: "Ждёт заморозки",
  BALANCE_HOLD_FAILED: "Не хватает денег",
  BALANCE_HOLD_COMPLETED: "Деньги заморожены",
  PENDING_ACT_SIGNING: "Ждёт подписи акта",
  ADDITIONAL_JOB_ENTITIES_CREATED: "Документы готовы",
};

export const RETRYABLE_PAYROLL_ITEM_STATES: readonly PayrollItemState[] = [
  "BALANCE_HOLD_FAILED",
  "RECEIPT_FAILED",
  "PAYMENT_FAILED",
  "RETURNED",
];

/** For kinds without money. Source: `domain.md` §2.8. */
export const REGISTRY_ITEM_STATE = defineEnumeration({
  PENDING_VALIDATION: "Ожидает проверки",
  VALIDATION_FAILED: "Ошибка",
  READY_TO_APPLY: "Готов",
  APPLYING: "Применяется",
  APPLIED: "Применено",
  APPLY_FAILED: "Не применено",
  SKIPPED: "Пропущено",
  CANCELED: "Отменён",
});
export type RegistryItemState = IdOf<typeof REGISTRY_ITEM_STATE>;

export const REGISTRY_ITEM_TRANSITIONS = defineTransitions(REGISTRY_ITEM_STATE, {
  create: { from: [], to: ["PENDING_VALIDATION"], actor: ["account", "system"] },
  validate: {
    from: ["PENDING_VALIDATION"],
    to: ["READY_TO_APPLY", "VALIDATION_FAILED"],
    actor: ["system"],
  },
  edit: {
    from: ["VALIDATION_FAILED", "READY_TO_APPLY"],
    to: ["PENDING_VALIDATION"],
    actor: ["account"],
  },
  apply: { from: ["READY_TO_APPLY"], to: ["APPLYING"], actor: ["system"] },
  complete: { from: ["APPLYING"], to: ["APPLIED", "APPLY_FAILED", "SKIPPED"], actor: ["system"] },
  cancel: {
    from: ["PENDING_VALIDATION", "VALIDATION_FAILED", "READY_TO_APPLY"],
    to: ["CANCELED"],
    actor: ["account", "system"],
  },
});

export const REGISTRY_ITEM_TONES: Readonly<Record<RegistryItemState, StateTone>> = {
  PENDING_VALIDATION: "progress",
  VALIDATION_FAILED: "bad",
  READY_TO_APPLY: "good",
  APPLYING: "progress",
  APPLIED: "good",
  APPLY_FAILED: "bad",
  SKIPPED: "neutral",
  CANCELED: "neutral",
};

export const PAYROLL_ITEM_TONES: Readonly<Record<PayrollItemState, StateTone>> = {
  PENDING_VALIDATION: "progress",
  VALIDATION_FAILED: "bad",
  READY_TO_APPLY: "good",
  APPLYING: "progress",
  AWAITING_HOLD_BALANCE: "progress",
  BALANCE_HOLD_FAILED: "bad",
  BALANCE_HOLD_COMPLETED: "progress",
  ADDITIONAL_JOB_ENTITIES_CREATED: "progress",
  PENDING_ACT_SIGNING: "progress",
  PENDING_RECEIPT_GENERATION: "progress",
  PAYMENT_WAITING: "progress",
  BANK_HELD: "warning",
  PAID: "good",
  ACT_REJECTED: "bad",
  RECEIPT_FAILED: "bad",
  PAYMENT_FAILED: "bad",
  RETURNED: "bad",
  CANCELED: "neutral",
};
