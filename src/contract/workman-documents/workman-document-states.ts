import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/**
 * Ids: specification §3, «Document types»; titles and `residence_permit`: `domain.md` §1.5, §2.2.
 */
export const WORKMAN_DOCUMENT_TYPE = defineEnumeration({
  passport: "Паспорт",
  migration_card: "Миграционная карта",
  patent: "Патент",
  patent_receipt: "Чек об оплате патента",
  medical_examination: "Медицинское заключение",
  fingerprinting: "Документ о дактилоскопии",
  registration_list: "Уведомление о постановке на миграционный учёт",
  residence_permit: "Вид на жительство или РВП",
});
export type WorkmanDocumentType = IdOf<typeof WORKMAN_DOCUMENT_TYPE>;

/** Always have a last day; others may have one. Source: `domain.md` §1.5. */
export const EXPIRING_TYPES: readonly WorkmanDocumentType[] = [
  "migration_card",
  "patent",
  "patent_receipt",
  "medical_examination",
  "registration_list",
];

/** Source: `domain.md` §2.2. */
export const WORKMAN_DOCUMENT_STATE = defineStates({
  UPLOADED: { title: "Загружен", tone: "progress" },
  CHECKING: { title: "На проверке", tone: "progress" },
  VALID: { title: "Действует", tone: "good" },
  EXPIRING: { title: "Скоро истекает", tone: "warning" },
  EXPIRED: { title: "Истёк", tone: "bad" },
  REJECTED: { title: "Отклонён", tone: "bad" },
});
export type WorkmanDocumentState = IdOf<typeof WORKMAN_DOCUMENT_STATE>;

/** A new upload is a new record. Source: `domain.md` §1.5, §2.2. */
export const WORKMAN_DOCUMENT_TRANSITIONS = defineTransitions(WORKMAN_DOCUMENT_STATE, {
  upload: { from: [], to: ["UPLOADED"], actor: ["workman"] },
  check: { from: ["UPLOADED"], to: ["CHECKING"], actor: ["system"] },
  /** After its last day as expired. */
  approve: { from: ["CHECKING"], to: ["VALID", "EXPIRED"], actor: ["moderator", "system"] },
  approveWithProfile: {
    from: ["UPLOADED", "CHECKING"],
    to: ["VALID", "EXPIRED"],
    actor: ["moderator", "system"],
  },
  reject: { from: ["CHECKING"], to: ["REJECTED"], actor: ["moderator"] },
  /** By the calendar. */
  age: { from: ["VALID", "EXPIRING"], to: ["EXPIRING", "EXPIRED"], actor: ["system"] },
});

/** Before expiry. Source: `domain.md` §1.5. */
export const EXPIRY_REMINDER_DAYS = [30, 14, 3, 0] as const;
