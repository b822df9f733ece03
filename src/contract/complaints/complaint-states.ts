import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

export const COMPLAINT_STATE = defineStates({
  WAITING: { title: "На рассмотрении", tone: "progress" },
  ACCEPTED: { title: "Нарушение подтвердилось", tone: "good" },
  DISMISSED: { title: "Нарушений не нашли", tone: "neutral" },
});
export type ComplaintState = IdOf<typeof COMPLAINT_STATE>;

export const COMPLAINT_TRANSITIONS = defineTransitions(COMPLAINT_STATE, {
  file: { from: [], to: ["WAITING"], actor: ["account", "workman"] },
  accept: { from: ["WAITING"], to: ["ACCEPTED"], actor: ["moderator"] },
  dismiss: { from: ["WAITING"], to: ["DISMISSED"], actor: ["moderator"] },
});
