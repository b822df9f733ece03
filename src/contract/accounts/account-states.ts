import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: specification §4 (ACTIVE), `domain.md` §2.7 (the rest). */
export const ACCOUNT_STATE = defineStates({
  DRAFT: { title: "Черновик", tone: "neutral" },
  MODERATION: { title: "На модерации", tone: "progress" },
  ACTIVE: { title: "Активен", tone: "good" },
  REJECTED: { title: "Отклонён", tone: "bad" },
  DISABLED: { title: "Заблокирован", tone: "bad" },
  DELETED: { title: "Удалён", tone: "neutral" },
});
export type AccountState = IdOf<typeof ACCOUNT_STATE>;

export const ACCOUNT_TRANSITIONS = defineTransitions(ACCOUNT_STATE, {
  create: { from: [], to: ["DRAFT", "MODERATION"], actor: ["account"] },
  submit: { from: ["DRAFT", "REJECTED"], to: ["MODERATION"], actor: ["account"] },
  approve: { from: ["MODERATION"], to: ["ACTIVE"], actor: ["moderator"] },
  reject: { from: ["MODERATION"], to: ["REJECTED"], actor: ["moderator"] },
  disable: { from: ["ACTIVE"], to: ["DISABLED"], actor: ["moderator"] },
  /** Decision: DELETED is ours; documents and the log stay. */
  delete: {
    from: ["DRAFT", "MODERATION", "ACTIVE", "REJECTED"],
    to: ["DELETED"],
    actor: ["account"],
  },
  enable: { from: ["DISABLED"], to: ["ACTIVE"], actor: ["moderator"] },
});
