import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: `domain.md` §2.5. */
export const JOB_OFFER_STATE = defineEnumeration({
  CREATED: "На рассмотрении",
  ACCEPTED: "Принят",
  INPROGRESS: "Выполняется",
  COMPLETED: "Выполнен",
  ARBITRATION: "Согласование суммы",
  RESULTACCEPTED: "Результат принят",
  FINISHED: "Оплачен",
  DECLINED: "Отклонён заказчиком",
  CANCELED: "Отозван",
  REJECTED: "Отклонён модератором",
  ARCHIVED: "В архиве",
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

export const JOB_OFFER_TONES: Readonly<Record<JobOfferState, StateTone>> = {
  CREATED: "neutral",
  ACCEPTED: "progress",
  INPROGRESS: "progress",
  COMPLETED: "warning",
  ARBITRATION: "warning",
  RESULTACCEPTED: "progress",
  FINISHED: "good",
  DECLINED: "neutral",
  CANCELED: "neutral",
  REJECTED: "bad",
  ARCHIVED: "neutral",
};

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
export const ARBITRATION_STATE = defineEnumeration({
  OPEN: "Ждёт ответа исполнителя",
  ACCEPTED: "Исполнитель согласился",
  DECLINED: "Исполнитель отказался",
  CANCELED: "Отозвано",
  MODERATION: "Решает модератор",
  EXPIRED: "Нет ответа в срок",
});
export type ArbitrationState = IdOf<typeof ARBITRATION_STATE>;
/** Accepted but not started: cancelled, the job published again. Source: `domain.md` §2.4. */
export const START_TIMEOUT_HOURS = 72;
/** Unanswered or ended offers. Source: `domain.md` §2.5. */
export const ARCHIVE_AFTER_DAYS = 30;
