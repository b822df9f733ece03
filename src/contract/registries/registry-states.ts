import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** All four kinds. Source: `domain.md` §2.8. */
export const REGISTRY_STATE = defineStates({
  UPLOADED: { title: "Загружен", tone: "progress" },
  VALIDATING: { title: "Проверяется", tone: "progress" },
  INVALID: { title: "Есть ошибки", tone: "bad" },
  READY: { title: "Готов к запуску", tone: "good" },
  PARTIALLY_READY: { title: "Готов частично", tone: "warning" },
  APPROVAL: { title: "На согласовании", tone: "progress" },
  SCHEDULED: { title: "Запланирован", tone: "progress" },
  EXECUTING: { title: "Выполняется", tone: "progress" },
  EXECUTED: { title: "Выполнен", tone: "good" },
  PARTIALLY_EXECUTED: { title: "Выполнен частично", tone: "warning" },
  CANCELED: { title: "Отменён", tone: "neutral" },
  ERROR: { title: "Ошибка обработки", tone: "bad" },
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

export const REGISTRY_TRANSITIONS = defineTransitions(REGISTRY_STATE, {
  upload: { from: [], to: ["UPLOADED"], actor: ["account"] },
  /** Also after a reader that crashed. */
  validate: { from: ["UPLOADED", "VALIDATING"], to: ["VALIDATING"], actor: ["system"] },
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
  /** Few rows: validated in the same transaction. */
  editAtOnce: {
    from: ["INVALID", "PARTIALLY_READY", "READY", "ERROR"],
    to: ["READY", "PARTIALLY_READY", "INVALID"],
    actor: ["account"],
  },
  replaceFile: {
    from: ["INVALID", "PARTIALLY_READY", "READY", "ERROR"],
    to: ["UPLOADED"],
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
  /** Too many rows may not be paid by then. */
  refuseStart: { from: ["SCHEDULED"], to: ["PARTIALLY_READY", "INVALID"], actor: ["system"] },
  unschedule: { from: ["SCHEDULED"], to: ["READY", "PARTIALLY_READY"], actor: ["account"] },
  complete: { from: ["EXECUTING"], to: ["EXECUTED", "PARTIALLY_EXECUTED"], actor: ["system"] },
  /** By its payouts: a retry reopens it, a late return makes it partial. */
  recount: {
    from: ["EXECUTING", "EXECUTED", "PARTIALLY_EXECUTED"],
    to: ["PARTIALLY_EXECUTED", "EXECUTED", "EXECUTING"],
    actor: ["system"],
  },
  /** For good. A scheduled registry is unscheduled first: one button never does both. */
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
