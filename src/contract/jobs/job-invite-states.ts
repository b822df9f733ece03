import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: `domain.md` §2.6. */
export const JOB_INVITE_STATE = defineStates({
  SENT: { title: "Отправлено", tone: "progress" },
  VIEWED: { title: "Просмотрено", tone: "progress" },
  ACCEPTED: { title: "Принято", tone: "good" },
  DECLINED: { title: "Отклонено", tone: "bad" },
  CANCELED: { title: "Отменено", tone: "neutral" },
  EXPIRED: { title: "Истекло", tone: "neutral" },
});
export type JobInviteState = IdOf<typeof JOB_INVITE_STATE>;

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
