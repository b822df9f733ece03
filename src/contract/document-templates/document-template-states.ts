import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";

/** Source: `domain.md` §2.8. */
export const DOCUMENT_TEMPLATE_STATE = defineEnumeration({
  CHECKING: "На проверке",
  ACTIVE: "Действует",
  REJECTED: "Отклонён",
  ARCHIVED: "В архиве",
});
export type DocumentTemplateState = IdOf<typeof DOCUMENT_TEMPLATE_STATE>;
export const DOCUMENT_TEMPLATE_TONES: Readonly<Record<DocumentTemplateState, StateTone>> = {
  CHECKING: "progress",
  ACTIVE: "good",
  REJECTED: "bad",
  ARCHIVED: "neutral",
};

/** One ACTIVE template per type and project. Source: `domain.md` §2.8. */
export const DOCUMENT_TEMPLATE_TRANSITIONS = defineTransitions(DOCUMENT_TEMPLATE_STATE, {
  upload: { from: [], to: ["CHECKING"], actor: ["account"] },
  check: { from: ["CHECKING"], to: ["ACTIVE", "REJECTED"], actor: ["system", "moderator"] },
  archive: { from: ["ACTIVE"], to: ["ARCHIVED"], actor: ["account", "system"] },
  activate: { from: ["ARCHIVED"], to: ["ACTIVE"], actor: ["account"] },
});
