import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { NOTICE_NAMES, NOTICE_TYPES, type NoticeName, type NoticeSide } from "./notice-types.ts";

/** The bell is no channel: it shows everything. */
export const NOTICE_CHANNEL = defineEnumeration({
  EMAIL: "Письма",
  SMS: "СМС",
  PUSH: "Уведомления в браузере",
});
export type NoticeChannel = IdOf<typeof NOTICE_CHANNEL>;

export const NOTICE_MODE = defineEnumeration({
  AT_ONCE: "Сразу",
  DAILY: "Раз в день",
  OFF: "Не присылать",
});
export type NoticeMode = IdOf<typeof NOTICE_MODE>;

/** A browser tells what has just happened: a digest would be read in the bell anyway. */
export const MODES_OF_CHANNEL: Readonly<Record<NoticeChannel, readonly NoticeMode[]>> = {
  EMAIL: NOTICE_MODE.ids,
  SMS: NOTICE_MODE.ids,
  PUSH: ["AT_ONCE", "OFF"],
};

/** Default per channel. */
interface NoticeTopicOptions {
  readonly title: string;
  readonly first: Readonly<Record<NoticeChannel, NoticeMode>>;
}

/**
 * By default an SMS is sent only where a day's delay costs money or access, never for thousands of
 * registry rows; a browser shows the four of these that a workman waits for. Decision: the
 * specification names no channels.
 */
export const NOTICE_TOPICS = {
  failures: {
    title: "Выплаты, которые не прошли",
    first: { EMAIL: "AT_ONCE", SMS: "DAILY", PUSH: "OFF" },
  },
  ownPayouts: {
    title: "Ваши выплаты и выводы, которые не прошли",
    first: { EMAIL: "AT_ONCE", SMS: "AT_ONCE", PUSH: "AT_ONCE" },
  },
  chosen: {
    title: "Вас выбрали для задания",
    first: { EMAIL: "AT_ONCE", SMS: "AT_ONCE", PUSH: "AT_ONCE" },
  },
  signing: {
    title: "Документы на подпись",
    first: { EMAIL: "AT_ONCE", SMS: "AT_ONCE", PUSH: "AT_ONCE" },
  },
  profile: {
    title: "Проверка профиля и компании",
    first: { EMAIL: "AT_ONCE", SMS: "AT_ONCE", PUSH: "OFF" },
  },
  security: {
    title: "Безопасность компании",
    first: { EMAIL: "AT_ONCE", SMS: "AT_ONCE", PUSH: "OFF" },
  },
  ownDocuments: {
    title: "Сроки ваших документов",
    first: { EMAIL: "AT_ONCE", SMS: "AT_ONCE", PUSH: "AT_ONCE" },
  },
  documents: {
    title: "Документы исполнителей и справки",
    first: { EMAIL: "AT_ONCE", SMS: "DAILY", PUSH: "OFF" },
  },
  registries: { title: "Реестры и выгрузки", first: { EMAIL: "AT_ONCE", SMS: "OFF", PUSH: "OFF" } },
  money: { title: "Выплаты, чеки и счета", first: { EMAIL: "DAILY", SMS: "OFF", PUSH: "OFF" } },
  taxes: { title: "Налоги", first: { EMAIL: "DAILY", SMS: "OFF", PUSH: "OFF" } },
  jobs: {
    title: "Задания, приглашения и отклики",
    first: { EMAIL: "DAILY", SMS: "OFF", PUSH: "OFF" },
  },
} as const satisfies Record<string, NoticeTopicOptions>;
export type NoticeTopic = keyof typeof NOTICE_TOPICS;
export const NOTICE_TOPIC_IDS = Object.keys(NOTICE_TOPICS) as readonly NoticeTopic[];

/** `null`: the bell only. */
export const TOPIC_OF_NOTICE: Readonly<Record<NoticeName, NoticeTopic | null>> = {
  JobCanceled: "jobs",
  JobRejected: "jobs",
  JobPublished: null,
  JobPayoutSent: "money",
  JobPayoutReturned: "ownPayouts",
  JobPayoutHeld: "ownPayouts",
  PayoutsHeld: "failures",
  ReceiptFoundLate: "failures",
  JobReceiptReversedByPlatform: "money",
  JobReceiptReversedByWorkman: "failures",
  InviteCreated: "jobs",
  InviteCanceled: "jobs",
  InviteAccepted: "jobs",
  InviteDeclined: "jobs",
  OfferCreated: "jobs",
  OfferAccepted: "chosen",
  OfferDeclined: "jobs",
  OfferRejected: "jobs",
  OfferArchived: null,
  OfferExecutionStarted: null,
  OfferExecutionFinished: "jobs",
  OfferResultAccepted: "jobs",
  ActRequired: "signing",
  ArbitrationOpened: "signing",
  ArbitrationAccepted: "jobs",
  ArbitrationDeclined: "jobs",
  AccountAccepted: "profile",
  AccountDisabled: "profile",
  AccountRejected: "profile",
  AccountTrusted: "profile",
  AccountDistrusted: "profile",
  ApiKeySuspended: "security",
  RuleLoosened: "security",
  InvoiceCreated: "money",
  InvoicePaid: "money",
  InvoicePaymentNoted: "money",
  PaymentNotRecognized: "money",
  AccountReviewPublished: null,
  AccountReviewRejected: null,
  WorkmanReviewPublished: null,
  WorkmanReviewRejected: null,
  WorkmanAccepted: "profile",
  WorkmanRejected: "profile",
  WorkmanBlocked: "profile",
  WorkmanUnblocked: "profile",
  RequisitesChanged: "profile",
  TaxPaymentPaid: "taxes",
  TaxPaymentPartiallyPaid: "taxes",
  TaxPaymentRefundedWithoutRequest: "taxes",
  TaxPaymentRefundedWithRequest: "taxes",
  TaxPaymentRefundedInsufficientFunds: "taxes",
  TaxPaymentRefundedNoDocuments: "taxes",
  TaxAuthorityNotice: "taxes",
  DocumentExpiring: "ownDocuments",
  DocumentExpired: "ownDocuments",
  DocumentAccepted: "ownDocuments",
  DocumentRejected: "ownDocuments",
  EmployeeDocumentExpiring: "documents",
  EmployeeDocumentExpired: "documents",
  RegistrationReferenceCompleted: "documents",
  RegistrationReferenceFailed: "documents",
  IncomeReferenceCompleted: "documents",
  IncomeReferenceFailed: "documents",
  RegistryChecked: "registries",
  RegistryApprovalRequired: "signing",
  RegistryApproved: "registries",
  RegistryApprovalRejected: "registries",
  RegistryExecuted: "registries",
  ExportReady: "registries",
  ExportFailed: "registries",
  EmploymentInvited: "jobs",
  EmploymentConfirmed: "jobs",
  EmploymentEnded: "jobs",
  // Sent on every channel, whatever was chosen.
  DestinationChanged: null,
  WithdrawalPaid: "money",
  BankDiffers: "failures",
  OwnMoneyDiffers: "ownPayouts",
  DebtArisen: "ownPayouts",
  DebtPaid: "money",
  WithdrawalHeld: "ownPayouts",
  WithdrawalFailed: "ownPayouts",
};

/** Of a person; a further one takes the place of the oldest. */
export const MOST_BROWSERS = 10;

/** Whether anything of the topic ever comes to this side. */
export function concerns(topic: NoticeTopic, side: Exclude<NoticeSide, "both">): boolean {
  return NOTICE_NAMES.some(
    (name) => TOPIC_OF_NOTICE[name] === topic && ["both", side].includes(NOTICE_TYPES[name].side),
  );
}

/** Moscow time; covers the time since the previous digest. */
export const DIGEST_HOUR = 19;

/** Moscow time; SMS and what browsers show wait by night. */
export const SMS_HOURS = { from: 9, to: 21 } as const;
