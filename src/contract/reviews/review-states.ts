import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Decision: DELETED keeps a review in the log. Source: `domain.md` §2.7. */
export const REVIEW_STATE = defineEnumeration({
  MODERATION: "На модерации",
  PUBLISHED: "Опубликован",
  REJECTED: "Отклонён",
  DELETED: "Удалён",
});
export type ReviewState = IdOf<typeof REVIEW_STATE>;

/** Of a reply, decided like a review. */
export const REPLY_TRANSITIONS = defineTransitions(REVIEW_STATE, {
  create: { from: [], to: ["MODERATION"], actor: ["account", "workman"] },
  update: {
    from: ["MODERATION", "PUBLISHED", "REJECTED"],
    to: ["MODERATION"],
    actor: ["account", "workman"],
  },
  remove: {
    from: ["MODERATION", "PUBLISHED", "REJECTED"],
    to: [],
    actor: ["account", "workman"],
  },
});

/** `account` or `workman` is the author. Source: `domain.md` §2.7. */
export const REVIEW_TRANSITIONS = defineTransitions(REVIEW_STATE, {
  create: { from: [], to: ["MODERATION"], actor: ["account", "workman"] },
  publish: { from: ["MODERATION"], to: ["PUBLISHED"], actor: ["moderator"] },
  reject: { from: ["MODERATION"], to: ["REJECTED"], actor: ["moderator"] },
  /** A complaint was right. */
  takeDown: { from: ["PUBLISHED"], to: ["REJECTED"], actor: ["moderator"] },
  update: {
    from: ["MODERATION", "PUBLISHED", "REJECTED"],
    to: ["MODERATION"],
    actor: ["account", "workman"],
  },
  delete: {
    from: ["MODERATION", "PUBLISHED", "REJECTED"],
    to: ["DELETED"],
    actor: ["account", "workman"],
  },
});
