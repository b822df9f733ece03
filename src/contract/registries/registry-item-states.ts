import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** In order. Source: `domain.md` §2.8. */
export const PAYROLL_ITEM_STATE = defineStates({
  PENDING_VALIDATION: { title: "Ожидает проверки", tone: "progress" },
  VALIDATION_FAILED: { title: "Ошибка", tone: "bad" },
  READY_TO_APPLY: { title: "Готов", tone: "good" },
  APPLYING: { title: "Создаётся", tone: "progress" },
  AWAITING_HOLD_BALANCE: {
    title: "Ожидает заморозки средств",
    tone: "progress",
    short: "Ждёт заморозки",
  },
  BALANCE_HOLD_FAILED: { title: "Недостаточно средств", tone: "bad", short: "Не хватает денег" },
  BALANCE_HOLD_COMPLETED: {
    title: "Средства заморожены",
    tone: "progress",
    short: "Деньги заморожены",
  },
  ADDITIONAL_JOB_ENTITIES_CREATED: {
    title: "Документы созданы",
    tone: "progress",
    short: "Документы готовы",
  },
  PENDING_ACT_SIGNING: {
    title: "Ожидает подписания акта",
    tone: "progress",
    short: "Ждёт подписи акта",
  },
  PENDING_RECEIPT_GENERATION: { title: "Формируется чек", tone: "progress" },
  PAYMENT_WAITING: { title: "Ожидает выплаты", tone: "progress" },
  BANK_HELD: { title: "Придержал банк", tone: "warning" },
  PAID: { title: "Выплачено", tone: "good" },
  ACT_REJECTED: { title: "Акт отклонён", tone: "bad" },
  RECEIPT_FAILED: { title: "Чек не сформирован", tone: "bad" },
  PAYMENT_FAILED: { title: "Выплата не прошла", tone: "bad" },
  RETURNED: { title: "Возвращено банком", tone: "bad" },
  CANCELED: { title: "Отменён", tone: "neutral" },
});
export type PayrollItemState = IdOf<typeof PAYROLL_ITEM_STATE>;

/** «Повторить выплату». */
export const RETRYABLE_PAYROLL_ITEM_STATES: readonly PayrollItemState[] = [
  "BALANCE_HOLD_FAILED",
  "RECEIPT_FAILED",
  "PAYMENT_FAILED",
  "RETURNED",
];

/** Of the other kinds. Source: `domain.md` §2.8. */
export const REGISTRY_ITEM_STATE = defineStates({
  PENDING_VALIDATION: { title: "Ожидает проверки", tone: "progress" },
  VALIDATION_FAILED: { title: "Ошибка", tone: "bad" },
  READY_TO_APPLY: { title: "Готов", tone: "good" },
  APPLYING: { title: "Применяется", tone: "progress" },
  APPLIED: { title: "Применено", tone: "good" },
  APPLY_FAILED: { title: "Не применено", tone: "bad" },
  SKIPPED: { title: "Пропущено", tone: "neutral" },
  CANCELED: { title: "Отменён", tone: "neutral" },
});
export type RegistryItemState = IdOf<typeof REGISTRY_ITEM_STATE>;

export const REGISTRY_ITEM_TRANSITIONS = defineTransitions(REGISTRY_ITEM_STATE, {
  create: { from: [], to: ["PENDING_VALIDATION"], actor: ["account", "system"] },
  validate: {
    from: ["PENDING_VALIDATION"],
    to: ["READY_TO_APPLY", "VALIDATION_FAILED"],
    actor: ["system"],
  },
  /** By the system: what it was validated by has changed. */
  edit: {
    from: ["PENDING_VALIDATION", "VALIDATION_FAILED", "READY_TO_APPLY"],
    to: ["PENDING_VALIDATION"],
    actor: ["account", "system"],
  },
  /** By what has changed since. */
  refuse: { from: ["READY_TO_APPLY"], to: ["VALIDATION_FAILED"], actor: ["system"] },
  apply: { from: ["READY_TO_APPLY"], to: ["APPLYING"], actor: ["system"] },
  /** Of a start that has not come; an undone start puts it back. */
  takeOut: { from: ["READY_TO_APPLY"], to: ["CANCELED"], actor: ["account"] },
  putBack: { from: ["CANCELED"], to: ["READY_TO_APPLY"], actor: ["system"] },
  complete: { from: ["APPLYING"], to: ["APPLIED", "APPLY_FAILED", "SKIPPED"], actor: ["system"] },
  cancel: {
    from: ["PENDING_VALIDATION", "VALIDATION_FAILED", "READY_TO_APPLY"],
    to: ["CANCELED"],
    actor: ["account", "system"],
  },
});
