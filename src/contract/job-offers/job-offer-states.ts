import { defineEnumeration, type IdOf } from "#contract/definitions/define-enumeration.ts";
import { defineTransitions } from "#contract/definitions/define-transitions.ts";

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
  accept: { from: ["CREATED"], to: ["ACCEPTED"], actor: ["account"] },
  start: { from: ["ACCEPTED"], to: ["INPROGRESS"], actor: ["workman"] },
  finish: { from: ["INPROGRESS"], to: ["COMPLETED"], actor: ["workman", "account"] },
  acceptResult: { from: ["COMPLETED"], to: ["RESULTACCEPTED"], actor: ["account", "system"] },
  openArbitration: { from: ["COMPLETED", "INPROGRESS"], to: ["ARBITRATION"], actor: ["account"] },
  acceptArbitration: { from: ["ARBITRATION"], to: ["RESULTACCEPTED", "CANCELED"], actor: ["workman"] },
  declineArbitration: { from: ["ARBITRATION"], to: ["COMPLETED"], actor: ["workman", "system"] },
  cancelArbitration: { from: ["ARBITRATION"], to: ["COMPLETED"], actor: ["account"] },
  pay: { from: ["RESULTACCEPTED"], to: ["FINISHED"], actor: ["system"] },
  /** The job was cancelled by force while the work was running. */
  forceCancel: { from: ["INPROGRESS", "COMPLETED", "ARBITRATION"], to: ["CANCELED"], actor: ["account", "moderator"] },
  archive: { from: ["CREATED", "DECLINED", "CANCELED", "REJECTED"], to: ["ARCHIVED"], actor: ["system"] },
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
