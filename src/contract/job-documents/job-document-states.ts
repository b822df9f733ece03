import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Types of documents between customer, worker and platform. Source: `domain.md` §2.8. */
export const JOB_DOCUMENT_TYPE = defineEnumeration({
  CONTRACT: "Договор",
  OFFER_ACCEPT: "Акцепт оферты",
  ASSIGNMENT: "Заявка",
  ACT: "Акт",
  ACT_CORRECTION: "Корректировочный акт",
  PLATFORM_ACT: "Акт платформы",
  UPD: "УПД",
  PEP_AGREEMENT: "Соглашение об ПЭП",
  CONSENT_PD: "Согласие на обработку ПДн",
  NDA: "Соглашение о неразглашении",
  OTHER: "Другой документ",
});
export type JobDocumentType = IdOf<typeof JOB_DOCUMENT_TYPE>;

/** States of a document. Source: `domain.md` §2.8. */
export const JOB_DOCUMENT_STATE = defineEnumeration({
  CREATED: "Создан",
  SENT: "Отправлен на подпись",
  SIGNED_BY_SENDER: "Подписан отправителем",
  SIGNED: "Подписан",
  AUTO_SIGNED: "Подписан автоматически",
  REJECTED: "Отклонён",
  EXPIRED: "Истёк срок подписания",
  ANNULLED: "Аннулирован",
});
export type JobDocumentState = IdOf<typeof JOB_DOCUMENT_STATE>;
/** The document waits for signatures or has them: the worker needs no other one of its kind. */
export const STANDING_JOB_DOCUMENT_STATES: readonly JobDocumentState[] = [
  "CREATED",
  "SENT",
  "SIGNED_BY_SENDER",
  "SIGNED",
];
/** How a state looks. */
export const JOB_DOCUMENT_TONES: Readonly<Record<JobDocumentState, StateTone>> = {
  CREATED: "neutral",
  SENT: "progress",
  SIGNED_BY_SENDER: "progress",
  SIGNED: "good",
  AUTO_SIGNED: "good",
  REJECTED: "bad",
  EXPIRED: "bad",
  ANNULLED: "bad",
};

/**
 * Life of a document. Source: `domain.md` §2.8. Decision: the act of an accepted result is SENT to
 * its worker at once, because accepting the result is the customer's signature; so the recipient's
 * actions start from SENT as well. Which side a document waits for is the service's question.
 */
export const JOB_DOCUMENT_TRANSITIONS = defineTransitions(JOB_DOCUMENT_STATE, {
  create: { from: [], to: ["CREATED"], actor: ["system"] },
  send: { from: ["CREATED"], to: ["SENT"], actor: ["system"] },
  signBySender: { from: ["SENT"], to: ["SIGNED_BY_SENDER"], actor: ["account"] },
  rejectBySender: { from: ["SENT"], to: ["REJECTED"], actor: ["account"] },
  signByRecipient: { from: ["SENT", "SIGNED_BY_SENDER"], to: ["SIGNED"], actor: ["workman"] },
  rejectByRecipient: { from: ["SENT", "SIGNED_BY_SENDER"], to: ["REJECTED"], actor: ["workman"] },
  autoSign: { from: ["SENT", "SIGNED_BY_SENDER"], to: ["AUTO_SIGNED"], actor: ["system"] },
  expire: { from: ["SENT", "SIGNED_BY_SENDER"], to: ["EXPIRED"], actor: ["system"] },
  annul: {
    from: ["SIGNED", "AUTO_SIGNED"],
    to: ["ANNULLED"],
    actor: ["account", "workman", "system"],
  },
});

/** One code signs at most this many documents. Source: `domain.md` §1.7. */
export const MAX_SIGN_BATCH = 500;
/** An unsigned document expires after this many days. Source: `domain.md` §2.8. */
export const DOCUMENT_SIGN_DAYS = 14;
/**
 * Whoever has not signed for so many days is late. Decision: a working week less the two days after
 * which acts sign themselves.
 */
export const DOCUMENT_LATE_DAYS = 3;
/**
 * An act that its worker neither signs nor refuses is signed by itself after this many hours, but
 * never the first one of the two. Source: `domain.md` §1.7.
 */
export const ACT_AUTO_SIGN_HOURS = 48;
