import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: `domain.md` §2.6. */
export const JOB_INVITE_STATE = defineEnumeration({
  SENT: "Отправлено",
  VIEWED: "Просмотрено",
  ACCEPTED: "Принято",
  DECLINED: "Отклонено",
  CANCELED: "Отменено",
  EXPIRED: "Истекло",
});
export type JobInviteState = IdOf<typeof JOB_INVITE_STATE>;

export const JOB_INVITE_TONES: Readonly<Record<JobInviteState, StateTone>> = {
  SENT: "progress",
  VIEWED: "progress",
  ACCEPTED: "good",
  DECLINED: "bad",
  CANCELED: "neutral",
  EXPIRED: "neutral",
};

/** An invite to an unregistered phone stays SENT. Source: `domain.md` §2.6. */
export const JOB_INVITE_TRANSITIONS = defineTransitions(JOB_INVITE_STATE, {
  create: { from: [], to: ["SENT"], actor: ["account", "system"] },
  view: { from: ["SENT"], to: ["VIEWED"], actor: ["workman"] },
  accept: { from: ["SENT", "VIEWED"], to: ["ACCEPTED"], actor: ["workman"] },
  decline: { from: ["SENT", "VIEWED"], to: ["DECLINED"], actor: ["workman"] },
  cancel: { from: ["SENT", "VIEWED"], to: ["CANCELED"], actor: ["account", "system"] },
  expire: { from: ["SENT", "VIEWED"], to: ["EXPIRED"], actor: ["system"] },
});

/** Of an unanswered invite. Source: `domain.md` §2.6. */
export const JOB_INVITE_LIFE_DAYS = 7;
