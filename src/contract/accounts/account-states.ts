import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: specification §4 (ACTIVE), `domain.md` §2.7 (the rest). */
export const ACCOUNT_STATE = defineEnumeration({
  DRAFT: "Черновик",
  MODERATION: "На модерации",
  ACTIVE: "Активен",
  REJECTED: "Отклонён",
  DISABLED: "Заблокирован",
  DELETED: "Удалён",
});
export type AccountState = IdOf<typeof ACCOUNT_STATE>;

export const ACCOUNT_STATE_TONES: Readonly<Record<AccountState, StateTone>> = {
  DRAFT: "neutral",
  MODERATION: "progress",
  ACTIVE: "good",
  REJECTED: "bad",
  DISABLED: "bad",
  DELETED: "neutral",
};

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
