import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: specification §4 (DRAFT, MODERATION), `domain.md` §2.7 (the rest). */
export const WORKMAN_STATE = defineStates({
  DRAFT: { title: "Не завершена регистрация", tone: "neutral" },
  MODERATION: { title: "На проверке", tone: "progress" },
  ACTIVE: { title: "Активен", tone: "good" },
  REJECTED: { title: "Проверка не пройдена", tone: "bad" },
  BLOCKED: { title: "Заблокирован", tone: "bad" },
  DELETED: { title: "Удалён", tone: "neutral" },
});
export type WorkmanState = IdOf<typeof WORKMAN_STATE>;

export const WORKMAN_TRANSITIONS = defineTransitions(WORKMAN_STATE, {
  create: { from: [], to: ["DRAFT"], actor: ["workman", "system"] },
  submit: { from: ["DRAFT", "REJECTED"], to: ["MODERATION"], actor: ["workman", "system"] },
  approve: { from: ["MODERATION"], to: ["ACTIVE"], actor: ["moderator", "system"] },
  reject: { from: ["MODERATION"], to: ["REJECTED"], actor: ["moderator"] },
  changeIdentity: { from: ["ACTIVE"], to: ["MODERATION"], actor: ["workman", "system"] },
  block: { from: ["ACTIVE"], to: ["BLOCKED"], actor: ["moderator"] },
  unblock: { from: ["BLOCKED"], to: ["ACTIVE"], actor: ["moderator"] },
  delete: {
    from: ["DRAFT", "MODERATION", "ACTIVE", "REJECTED", "BLOCKED"],
    to: ["DELETED"],
    actor: ["workman"],
  },
});
