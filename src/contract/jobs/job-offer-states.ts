import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** States of an offer. Source: `domain.md` §2.5. */
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
 * What a cancelled offer says instead of «Отозван», by who ended it: only its worker takes an offer
 * back. `agreement`: he agreed to 0 ₽. Decision: the state stays one, as the specification has it;
 * its title names who.
 */
export const CANCELED_OFFER_TITLES = {
  workman: JOB_OFFER_STATE.titles.CANCELED,
  account: "Отменён заказчиком",
  system: "Отменён: работа не начата в срок",
  moderator: "Отменён модератором",
  agreement: "Отменён по соглашению сторон",
} as const;
export type CanceledOfferBy = keyof typeof CANCELED_OFFER_TITLES;

/** How each state is drawn. */
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

/** Life of an offer. Source: `domain.md` §2.5. */
export const JOB_OFFER_TRANSITIONS = defineTransitions(JOB_OFFER_STATE, {
  create: { from: [], to: ["CREATED"], actor: ["workman"] },
  /** An accepted invite and a payroll row begin with an offer that is accepted already. */
  createAccepted: { from: [], to: ["ACCEPTED"], actor: ["workman", "system"] },
  update: { from: ["CREATED"], to: ["CREATED"], actor: ["workman"] },
  reject: { from: ["CREATED"], to: ["REJECTED"], actor: ["moderator"] },
  decline: { from: ["CREATED"], to: ["DECLINED"], actor: ["account", "system"] },
  cancel: { from: ["CREATED", "ACCEPTED"], to: ["CANCELED"], actor: ["workman", "system"] },
  cancelAccepted: { from: ["ACCEPTED"], to: ["CANCELED"], actor: ["account", "system"] },
  /** A worker accepts his own by accepting an invite to the same job. */
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
  /** Back to where the change was proposed: work that was running is not done by a refusal. */
  declineArbitration: {
    from: ["ARBITRATION"],
    to: ["COMPLETED", "INPROGRESS"],
    actor: ["workman", "system"],
  },
  cancelArbitration: { from: ["ARBITRATION"], to: ["COMPLETED", "INPROGRESS"], actor: ["account"] },
  /**
   * After three refusals: the moderator agrees with the last proposal; when he does not, nothing
   * moves.
   */
  decideArbitration: {
    from: ["COMPLETED", "INPROGRESS"],
    to: ["RESULTACCEPTED", "CANCELED"],
    actor: ["moderator"],
  },
  pay: { from: ["RESULTACCEPTED"], to: ["FINISHED"], actor: ["system"] },
  /** The bank has sent the money back after it had said «paid». */
  reversePayment: { from: ["FINISHED"], to: ["RESULTACCEPTED"], actor: ["system"] },
  /**
   * Its payment ended unpaid: the act was refused, or the payout given up. The result may be
   * accepted again, or another sum proposed.
   */
  reopen: { from: ["RESULTACCEPTED"], to: ["COMPLETED"], actor: ["system"] },
  /** The job was cancelled by force while the work was running. */
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

/** States in which an offer still counts as live: a worker has at most one live offer per job. */
export const LIVE_JOB_OFFER_STATES: readonly JobOfferState[] = [
  "CREATED",
  "ACCEPTED",
  "INPROGRESS",
  "COMPLETED",
  "ARBITRATION",
  "RESULTACCEPTED",
  "FINISHED",
];

/**
 * Proposals a worker may decline; the last of them goes to a moderator, and the customer makes no
 * further one. Source: `domain.md` §2.5.
 */
export const MAX_ARBITRATIONS = 3;
/**
 * How long a worker has to answer a proposed change of his payout; unanswered, it stays as it was.
 * Source: `domain.md` §4.7.
 */
export const ARBITRATION_ANSWER_HOURS = 48;
/** What became of a proposal. `MODERATION`: refused three times, a moderator decides. */
export const ARBITRATION_STATE = defineEnumeration({
  OPEN: "Ждёт ответа исполнителя",
  ACCEPTED: "Исполнитель согласился",
  DECLINED: "Исполнитель отказался",
  CANCELED: "Отозвано",
  MODERATION: "Решает модератор",
  EXPIRED: "Нет ответа в срок",
});
export type ArbitrationState = IdOf<typeof ARBITRATION_STATE>;
/**
 * An accepted offer nobody has started by then is cancelled, and the job is published again.
 * Source: `domain.md` §2.4.
 */
export const START_TIMEOUT_HOURS = 72;
/**
 * Offers that wait for an answer, or have ended, go to the archive after so many days. Source:
 * `domain.md` §2.5.
 */
export const ARCHIVE_AFTER_DAYS = 30;
