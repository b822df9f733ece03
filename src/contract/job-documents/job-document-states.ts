import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Source: `domain.md` §2.8. */
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

/** Source: `domain.md` §2.8. */
export const JOB_DOCUMENT_STATE = defineStates({
  CREATED: { title: "Создан", tone: "neutral" },
  SENT: { title: "Отправлен на подпись", tone: "progress" },
  SIGNED_BY_SENDER: { title: "Подписан отправителем", tone: "progress" },
  SIGNED: { title: "Подписан", tone: "good" },
  AUTO_SIGNED: { title: "Подписан автоматически", tone: "good" },
  REJECTED: { title: "Отклонён", tone: "bad" },
  EXPIRED: { title: "Истёк срок подписания", tone: "bad" },
  ANNULLED: { title: "Аннулирован", tone: "bad" },
});
export type JobDocumentState = IdOf<typeof JOB_DOCUMENT_STATE>;
/** A workman with one of these needs no other of its kind. */
export const STANDING_JOB_DOCUMENT_STATES: readonly JobDocumentState[] = [
  "CREATED",
  "SENT",
  "SIGNED_BY_SENDER",
  "SIGNED",
];

/**
 * Decision: accepting a result is the customer's signature, so its act is SENT at once; the service
 * decides which side must sign. Source: `domain.md` §2.8.
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

/** Signed by one code. Source: `domain.md` §1.7. */
export const MAX_SIGN_BATCH = 500;
/** Until it expires. Source: `domain.md` §2.8. */
export const DOCUMENT_SIGN_DAYS = 14;
/** Decision: a working week less the two days after which acts are signed automatically. */
export const DOCUMENT_LATE_DAYS = 3;
/** For an unanswered act; never for the first one between two sides. Source: `domain.md` §1.7. */
export const ACT_AUTO_SIGN_HOURS = 48;
