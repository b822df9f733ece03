import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: `domain.md` §2.5. */
export const JOB_OFFER_STATE = defineStates({
  CREATED: { title: "На рассмотрении", tone: "neutral" },
  ACCEPTED: { title: "Принят", tone: "progress" },
  INPROGRESS: { title: "Выполняется", tone: "progress" },
  COMPLETED: { title: "Выполнен", tone: "warning" },
  ARBITRATION: { title: "Согласование суммы", tone: "warning" },
  RESULTACCEPTED: { title: "Результат принят", tone: "progress" },
  FINISHED: { title: "Оплачен", tone: "good" },
  DECLINED: { title: "Отклонён заказчиком", tone: "neutral" },
  CANCELED: { title: "Отозван", tone: "neutral" },
  REJECTED: { title: "Отклонён модератором", tone: "bad" },
  ARCHIVED: { title: "В архиве", tone: "neutral" },
});
export type JobOfferState = IdOf<typeof JOB_OFFER_STATE>;

/**
 * By who ended it. `agreement`: both agreed to 0 ₽. Decision: one state, as in the specification.
 */
export const CANCELED_OFFER_TITLES = {
  workman: JOB_OFFER_STATE.titles.CANCELED,
  account: "Отменён заказчиком",
  system: "Отменён: работа не начата в срок",
  moderator: "Отменён модератором",
  agreement: "Отменён по соглашению сторон",
} as const;
export type CanceledOfferBy = keyof typeof CANCELED_OFFER_TITLES;

/** A cancelled offer names who ended it. */
export function offerStateOf(
  state: JobOfferState,
  endedBy: CanceledOfferBy | null,
): { id: JobOfferState; title: string } {
  return state === "CANCELED" && endedBy !== null
    ? { id: state, title: CANCELED_OFFER_TITLES[endedBy] }
    : definitionFor(JOB_OFFER_STATE, state);
}

export const JOB_OFFER_TRANSITIONS = defineTransitions(JOB_OFFER_STATE, {
  create: { from: [], to: ["CREATED"], actor: ["workman"] },
  /** By an invite or a payroll row. */
  createAccepted: { from: [], to: ["ACCEPTED"], actor: ["workman", "system"] },
  update: { from: ["CREATED"], to: ["CREATED"], actor: ["workman"] },
  reject: { from: ["CREATED"], to: ["REJECTED"], actor: ["moderator"] },
  decline: { from: ["CREATED"], to: ["DECLINED"], actor: ["account", "system"] },
  cancel: { from: ["CREATED", "ACCEPTED"], to: ["CANCELED"], actor: ["workman", "system"] },
  cancelAccepted: { from: ["ACCEPTED"], to: ["CANCELED"], actor: ["account", "system"] },
  /** The workman accepts by an invite. */
  accept: { from: ["CREATED"], to: ["ACCEPTED"], actor: ["account", "workman"] },
  start: { from: ["ACCEPTED"], to: ["INPROGRESS"], actor: ["workman"] },
  finish: { from: ["INPROGRESS"], to: ["COMPLETED"], actor: ["workman", "account"] },
  acceptResult: { from: ["COMPLETED"], to: ["RESULTACCEPTED"], actor: ["account", "system"] },
  openArbitration: { from: ["COMPLETED", "INPROGRESS"], to: ["ARBITRATION"], actor: ["account"] },
  acceptArbitration: {
    from: ["ARBITRATION"],
    to: ["RESULTACCEPTED", "CANCELED"],
    actor: ["workman"],
  },
  /** To the previous state: a refusal completes no running work. */
  declineArbitration: {
    from: ["ARBITRATION"],
    to: ["COMPLETED", "INPROGRESS"],
    actor: ["workman", "system"],
  },
  cancelArbitration: { from: ["ARBITRATION"], to: ["COMPLETED", "INPROGRESS"], actor: ["account"] },
  /** After three refusals: the last proposal applies, or nothing. */
  decideArbitration: {
    from: ["COMPLETED", "INPROGRESS"],
    to: ["RESULTACCEPTED", "CANCELED"],
    actor: ["moderator"],
  },
  pay: { from: ["RESULTACCEPTED"], to: ["FINISHED"], actor: ["system"] },
  /** The bank returned paid money. */
  reversePayment: { from: ["FINISHED"], to: ["RESULTACCEPTED"], actor: ["system"] },
  /** Act refused or payout given up: accept again, or propose another sum. */
  reopen: { from: ["RESULTACCEPTED"], to: ["COMPLETED"], actor: ["system"] },
  forceCancel: {
    from: ["INPROGRESS", "COMPLETED", "ARBITRATION"],
    to: ["CANCELED"],
    actor: ["account", "moderator"],
  },
  archive: {
    from: ["CREATED", "DECLINED", "CANCELED", "REJECTED"],
    to: ["ARCHIVED"],
    actor: ["system"],
  },
});

/** At most one per workman and job. */
export const LIVE_JOB_OFFER_STATES: readonly JobOfferState[] = [
  "CREATED",
  "ACCEPTED",
  "INPROGRESS",
  "COMPLETED",
  "ARBITRATION",
  "RESULTACCEPTED",
  "FINISHED",
];

/** Refusals before a moderator decides. Source: `domain.md` §2.5. */
export const MAX_ARBITRATIONS = 3;
/** Unanswered, nothing changes. Source: `domain.md` §4.7. */
export const ARBITRATION_ANSWER_HOURS = 48;
export const ARBITRATION_STATE = defineStates({
  OPEN: { title: "Ждёт ответа исполнителя", tone: "progress", short: "Ждёт ответа" },
  ACCEPTED: { title: "Исполнитель согласился", tone: "good", short: "Согласился" },
  DECLINED: { title: "Исполнитель отказался", tone: "bad", short: "Отказался" },
  CANCELED: { title: "Отозвано", tone: "neutral" },
  MODERATION: { title: "Решает модератор", tone: "warning" },
  EXPIRED: { title: "Нет ответа в срок", tone: "warning" },
});
export type ArbitrationState = IdOf<typeof ARBITRATION_STATE>;
/** Accepted but not started: cancelled, the job published again. Source: `domain.md` §2.4. */
export const START_TIMEOUT_HOURS = 72;
/** Unanswered or ended offers. Source: `domain.md` §2.5. */
export const ARCHIVE_AFTER_DAYS = 30;
