import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/**
 * Ids: specification §4 and `domain.md` §0.9 (SMZ_REQUEST_IN_PROGRESS). Decision: titles are ours.
 */
export const REGISTRATION_STATUS = defineEnumeration({
  DRAFT: "Анкета не заполнена",
  READY: "Готово к отправке",
  CLIENT_IN_PROCESS: "Банк проверяет данные",
  CLIENT_VALID: "Банк подтвердил данные",
  CLIENT_INVALID: "Банк отклонил данные",
  CLIENT_ERROR: "Банк не ответил",
  SMZ_IN_PROCESS: "ФНС проверяет статус",
  SMZ_REQUEST_IN_PROGRESS: "Регистрируем в ФНС",
  SMZ_VALID: "ФНС подтвердила статус",
  SMZ_INVALID: "ФНС отклонила данные",
  SMZ_ERROR: "ФНС не ответила",
  SMZ_REQUEST_ERROR: "ФНС не приняла заявку",
  COMPLETE: "Регистрация завершена",
  ERROR: "Нужна помощь поддержки",
});
export type RegistrationStatus = IdOf<typeof REGISTRATION_STATUS>;

const CORRECTABLE = [
  "CLIENT_INVALID",
  "CLIENT_ERROR",
  "SMZ_INVALID",
  "SMZ_ERROR",
  "SMZ_REQUEST_ERROR",
] as const;

/** Source: `domain.md` §2.7. */
export const REGISTRATION_TRANSITIONS = defineTransitions(REGISTRATION_STATUS, {
  create: { from: [], to: ["DRAFT"], actor: ["workman", "system"] },
  fill: { from: ["DRAFT", "READY"], to: ["READY"], actor: ["workman"] },
  send: { from: ["READY"], to: ["CLIENT_IN_PROCESS"], actor: ["workman"] },
  answerClient: {
    from: ["CLIENT_IN_PROCESS"],
    to: ["CLIENT_VALID", "CLIENT_INVALID", "CLIENT_ERROR"],
    actor: ["system"],
  },
  bindSmz: { from: ["CLIENT_VALID"], to: ["SMZ_IN_PROCESS"], actor: ["system"] },
  requestSmz: {
    from: ["SMZ_IN_PROCESS", "CLIENT_VALID"],
    to: ["SMZ_REQUEST_IN_PROGRESS"],
    actor: ["system"],
  },
  answerSmz: {
    from: ["SMZ_IN_PROCESS"],
    to: ["SMZ_VALID", "SMZ_INVALID", "SMZ_ERROR"],
    actor: ["system"],
  },
  answerSmzRequest: {
    from: ["SMZ_REQUEST_IN_PROGRESS"],
    to: ["SMZ_VALID", "SMZ_INVALID", "SMZ_ERROR", "SMZ_REQUEST_ERROR"],
    actor: ["system"],
  },
  complete: { from: ["SMZ_VALID", "CLIENT_VALID"], to: ["COMPLETE"], actor: ["system"] },
  /** Decision: also from ERROR, after support's answer. */
  correct: { from: [...CORRECTABLE, "ERROR"], to: ["READY"], actor: ["workman"] },
  /** Decision: an outage ends by itself. */
  retry: {
    from: ["CLIENT_ERROR", "SMZ_ERROR"],
    to: ["CLIENT_IN_PROCESS", "SMZ_IN_PROCESS", "SMZ_REQUEST_IN_PROGRESS"],
    actor: ["system"],
  },
  giveUp: { from: ["CLIENT_ERROR"], to: ["ERROR"], actor: ["system"] },
});

/** Popup «Мы регистрируем вас в ФНС». Source: specification §4. */
export const REGISTRATION_IN_PROCESS: readonly RegistrationStatus[] = [
  "CLIENT_IN_PROCESS",
  "SMZ_IN_PROCESS",
  "SMZ_REQUEST_IN_PROGRESS",
];

/** Failure popup. Source: specification §4. */
export const REGISTRATION_FAILED: readonly RegistrationStatus[] = CORRECTABLE;

/** Source: specification §4. */
export const REGISTRATION_EDITABLE: readonly RegistrationStatus[] = [
  ...CORRECTABLE,
  "READY",
  "COMPLETE",
  "ERROR",
];

export const REGISTRATION_DRAFT: readonly RegistrationStatus[] = ["DRAFT", "READY"];

/** Source: specification §4, «blocks while the status is not COMPLETE or ERROR». */
export const REGISTRATION_OVER: readonly RegistrationStatus[] = ["COMPLETE", "ERROR"];
