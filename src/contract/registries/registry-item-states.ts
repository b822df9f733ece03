import type { StateTone } from "#contract/definitions/state-tone.ts";
import { defineEnumeration, type IdOf } from "#contract/definitions/define-enumeration.ts";
import { defineTransitions } from "#contract/definitions/define-transitions.ts";

/** Stages of one row of a payroll registry, in their order. Source: `domain.md` §2.8. */
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
  PAID: "Выплачено",
  ACT_REJECTED: "Акт отклонён",
  RECEIPT_FAILED: "Чек не сформирован",
  PAYMENT_FAILED: "Выплата не прошла",
  RETURNED: "Возвращено банком",
  CANCELED: "Отменён",
});
export type PayrollItemState = IdOf<typeof PAYROLL_ITEM_STATE>;

/** Life of a payroll row. Source: `domain.md` §2.8. */
export const PAYROLL_ITEM_TRANSITIONS = defineTransitions(PAYROLL_ITEM_STATE, {
  create: { from: [], to: ["PENDING_VALIDATION"], actor: ["account", "system"] },
  validate: { from: ["PENDING_VALIDATION"], to: ["READY_TO_APPLY", "VALIDATION_FAILED"], actor: ["system"] },
  edit: { from: ["VALIDATION_FAILED", "READY_TO_APPLY", "PENDING_VALIDATION"], to: ["PENDING_VALIDATION"], actor: ["account"] },
  apply: { from: ["READY_TO_APPLY"], to: ["APPLYING"], actor: ["system"] },
  requestHold: { from: ["APPLYING"], to: ["AWAITING_HOLD_BALANCE"], actor: ["system"] },
  hold: { from: ["AWAITING_HOLD_BALANCE"], to: ["BALANCE_HOLD_COMPLETED", "BALANCE_HOLD_FAILED"], actor: ["system"] },
  createEntities: { from: ["BALANCE_HOLD_COMPLETED"], to: ["ADDITIONAL_JOB_ENTITIES_CREATED"], actor: ["system"] },
  requireAct: { from: ["ADDITIONAL_JOB_ENTITIES_CREATED"], to: ["PENDING_ACT_SIGNING"], actor: ["system"] },
  skipAct: { from: ["ADDITIONAL_JOB_ENTITIES_CREATED"], to: ["PENDING_RECEIPT_GENERATION"], actor: ["system"] },
  signAct: { from: ["PENDING_ACT_SIGNING"], to: ["PENDING_RECEIPT_GENERATION"], actor: ["workman", "system"] },
  rejectAct: { from: ["PENDING_ACT_SIGNING"], to: ["ACT_REJECTED"], actor: ["workman"] },
  registerReceipt: { from: ["PENDING_RECEIPT_GENERATION"], to: ["PAYMENT_WAITING", "RECEIPT_FAILED"], actor: ["system"] },
  /** Individuals and entrepreneurs have no receipt of the tax service. */
  skipReceipt: { from: ["ADDITIONAL_JOB_ENTITIES_CREATED", "PENDING_ACT_SIGNING"], to: ["PAYMENT_WAITING"], actor: ["system"] },
  pay: { from: ["PAYMENT_WAITING"], to: ["PAID", "PAYMENT_FAILED"], actor: ["system"] },
  return: { from: ["PAYMENT_WAITING", "PAID"], to: ["RETURNED"], actor: ["system"] },
  retryHold: { from: ["BALANCE_HOLD_FAILED"], to: ["AWAITING_HOLD_BALANCE"], actor: ["account"] },
  retryReceipt: { from: ["RECEIPT_FAILED"], to: ["PENDING_RECEIPT_GENERATION"], actor: ["account", "system"] },
  retryPayment: { from: ["PAYMENT_FAILED", "RETURNED"], to: ["PAYMENT_WAITING"], actor: ["account"] },
  cancel: {
    from: [
      "PENDING_VALIDATION",
      "VALIDATION_FAILED",
      "READY_TO_APPLY",
      "BALANCE_HOLD_FAILED",
      "BALANCE_HOLD_COMPLETED",
      "ADDITIONAL_JOB_ENTITIES_CREATED",
      "PENDING_ACT_SIGNING",
      "ACT_REJECTED",
      "RECEIPT_FAILED",
      "PAYMENT_WAITING",
      "PAYMENT_FAILED",
      "RETURNED",
    ],
    to: ["CANCELED"],
    actor: ["account", "system"],
  },
});

/** States in which «Повторить выплату» works. */
export const RETRYABLE_PAYROLL_ITEM_STATES: readonly PayrollItemState[] = [
  "BALANCE_HOLD_FAILED",
  "RECEIPT_FAILED",
  "PAYMENT_FAILED",
  "RETURNED",
];

/** Stages of one row of the other registries. Source: `domain.md` §2.8. */
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

/** Life of a row of the other registries. Source: `domain.md` §2.8. */
export const REGISTRY_ITEM_TRANSITIONS = defineTransitions(REGISTRY_ITEM_STATE, {
  create: { from: [], to: ["PENDING_VALIDATION"], actor: ["account", "system"] },
  validate: { from: ["PENDING_VALIDATION"], to: ["READY_TO_APPLY", "VALIDATION_FAILED", "SKIPPED"], actor: ["system"] },
  edit: { from: ["VALIDATION_FAILED", "READY_TO_APPLY", "SKIPPED"], to: ["PENDING_VALIDATION"], actor: ["account"] },
  apply: { from: ["READY_TO_APPLY"], to: ["APPLYING"], actor: ["system"] },
  complete: { from: ["APPLYING"], to: ["APPLIED", "APPLY_FAILED", "SKIPPED"], actor: ["system"] },
  retry: { from: ["APPLY_FAILED"], to: ["APPLYING"], actor: ["account"] },
  cancel: { from: ["PENDING_VALIDATION", "VALIDATION_FAILED", "READY_TO_APPLY"], to: ["CANCELED"], actor: ["account", "system"] },
});

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
  PAID: "good",
  ACT_REJECTED: "bad",
  RECEIPT_FAILED: "bad",
  PAYMENT_FAILED: "bad",
  RETURNED: "bad",
  CANCELED: "neutral",
};
