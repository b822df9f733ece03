import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";

/** All four kinds. Source: `domain.md` §2.8. */
export const REGISTRY_STATE = defineEnumeration({
  UPLOADED: "Загружен",
  VALIDATING: "Проверяется",
  INVALID: "Есть ошибки",
  READY: "Готов к запуску",
  PARTIALLY_READY: "Готов частично",
  APPROVAL: "На согласовании",
  SCHEDULED: "Запланирован",
  EXECUTING: "Выполняется",
  EXECUTED: "Выполнен",
  PARTIALLY_EXECUTED: "Выполнен частично",
  CANCELED: "Отменён",
  ERROR: "Ошибка обработки",
});
export type RegistryState = IdOf<typeof REGISTRY_STATE>;

/** Rows show results and cannot be edited. */
export const STARTED_REGISTRIES: readonly RegistryState[] = [
  "EXECUTING",
  "EXECUTED",
  "PARTIALLY_EXECUTED",
];
export function hasStarted(state: RegistryState): boolean {
  return STARTED_REGISTRIES.includes(state);
}

export const REGISTRY_TONES: Readonly<Record<RegistryState, StateTone>> = {
  UPLOADED: "progress",
  VALIDATING: "progress",
  INVALID: "bad",
  READY: "good",
  PARTIALLY_READY: "warning",
  APPROVAL: "progress",
  SCHEDULED: "progress",
  EXECUTING: "progress",
  EXECUTED: "good",
  PARTIALLY_EXECUTED: "warning",
  CANCELED: "neutral",
  ERROR: "bad",
};

export const REGISTRY_TRANSITIONS = defineTransitions(REGISTRY_STATE, {
  upload: { from: [], to: ["UPLOADED"], actor: ["account"] },
  validate: { from: ["UPLOADED"], to: ["VALIDATING"], actor: ["system"] },
  completeValidation: {
    from: ["VALIDATING"],
    to: ["READY", "PARTIALLY_READY", "INVALID"],
    actor: ["system"],
  },
  failReading: { from: ["UPLOADED", "VALIDATING"], to: ["ERROR"], actor: ["system"] },
  edit: {
    from: ["INVALID", "PARTIALLY_READY", "READY", "ERROR"],
    to: ["VALIDATING"],
    actor: ["account"],
  },
  dryRunReady: { from: ["READY"], to: ["READY"], actor: ["account"] },
  dryRunPartiallyReady: { from: ["PARTIALLY_READY"], to: ["PARTIALLY_READY"], actor: ["account"] },
  execute: {
    from: ["READY", "PARTIALLY_READY"],
    to: ["EXECUTING", "APPROVAL", "SCHEDULED"],
    actor: ["account"],
  },
  approve: { from: ["APPROVAL"], to: ["EXECUTING", "SCHEDULED"], actor: ["account"] },
  rejectApproval: { from: ["APPROVAL"], to: ["READY", "PARTIALLY_READY"], actor: ["account"] },
  start: { from: ["SCHEDULED"], to: ["EXECUTING"], actor: ["system"] },
  unschedule: { from: ["SCHEDULED"], to: ["READY", "PARTIALLY_READY"], actor: ["account"] },
  complete: { from: ["EXECUTING"], to: ["EXECUTED", "PARTIALLY_EXECUTED"], actor: ["system"] },
  /** A retried row may complete a partial registry. */
  retry: { from: ["EXECUTED", "PARTIALLY_EXECUTED"], to: ["EXECUTING"], actor: ["account"] },
  /** A scheduled registry is unscheduled first. */
  cancel: {
    from: ["UPLOADED", "VALIDATING", "INVALID", "READY", "PARTIALLY_READY", "APPROVAL", "ERROR"],
    to: ["CANCELED"],
    actor: ["account"],
  },
});

/** Source: `domain.md` §0.12. */
export const EXECUTION_MODE = defineEnumeration({
  VALID_ONLY: "Только готовые строки",
  ALL: "Всё или ничего",
});
export type ExecutionMode = IdOf<typeof EXECUTION_MODE>;
