import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: `domain.md` §2.8. */
export const DOCUMENT_TEMPLATE_STATE = defineStates({
  CHECKING: { title: "На проверке", tone: "progress" },
  ACTIVE: { title: "Действует", tone: "good" },
  REJECTED: { title: "Отклонён", tone: "bad" },
  ARCHIVED: { title: "В архиве", tone: "neutral" },
});
export type DocumentTemplateState = IdOf<typeof DOCUMENT_TEMPLATE_STATE>;

/** One ACTIVE template per type and project. Source: `domain.md` §2.8. */
export const DOCUMENT_TEMPLATE_TRANSITIONS = defineTransitions(DOCUMENT_TEMPLATE_STATE, {
  upload: { from: [], to: ["CHECKING"], actor: ["account"] },
  check: { from: ["CHECKING"], to: ["ACTIVE", "REJECTED"], actor: ["system", "moderator"] },
  archive: { from: ["ACTIVE"], to: ["ARCHIVED"], actor: ["account", "system"] },
  activate: { from: ["ARCHIVED"], to: ["ACTIVE"], actor: ["account"] },
});
