import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

export const COMPLAINT_STATE = defineEnumeration({
  WAITING: "На рассмотрении",
  ACCEPTED: "Нарушение подтвердилось",
  DISMISSED: "Нарушений не нашли",
});
export type ComplaintState = IdOf<typeof COMPLAINT_STATE>;

export const COMPLAINT_TRANSITIONS = defineTransitions(COMPLAINT_STATE, {
  file: { from: [], to: ["WAITING"], actor: ["account", "workman"] },
  accept: { from: ["WAITING"], to: ["ACCEPTED"], actor: ["moderator"] },
  dismiss: { from: ["WAITING"], to: ["DISMISSED"], actor: ["moderator"] },
});
