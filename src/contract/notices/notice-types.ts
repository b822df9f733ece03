import type { Static, TObject } from "typebox";
import * as payload from "./notice-payloads.ts";

export type NoticeSide = "account" | "workman" | "both";
export type NoticeCategory =
  | "job"
  | "invite"
  | "offer"
  | "arbitration"
  | "account"
  | "invoice"
  | "review"
  | "workman"
  | "tax"
  | "document"
  | "reference"
  | "registry"
  | "export";

/** Titles of the categories: the groups of the notice page's filter. */
export const NOTICE_CATEGORIES: Readonly<Record<NoticeCategory, string>> = {
  job: "Задания",
  invite: "Приглашения",
  offer: "Отклики",
  arbitration: "Изменение выплат",
  account: "Компания",
  invoice: "Счета",
  review: "Отзывы",
  workman: "Профиль исполнителя",
  tax: "Налоги",
  document: "Документы",
  reference: "Справки",
  registry: "Реестры",
  export: "Выгрузки",
};

export interface NoticeType<Payload extends TObject = TObject> {
  /** `type` on the wire: a class path; its last segment is the key of the catalogue and picks the display. */
  readonly id: string;
  /** The event in the words of the specification's list of notices; `null` for a type that is ours. */
  readonly event: string | null;
  readonly side: NoticeSide;
  readonly category: NoticeCategory;
  readonly title: string;
  readonly payload: Payload;
}

function notice<Payload extends TObject>(
  path: string,
  event: string | null,
  side: NoticeSide,
  category: NoticeCategory,
  title: string,
  schema: Payload,
): NoticeType<Payload> {
  return { id: `App\\Notification\\${path}`, event, side, category, title, payload: schema };
}

/**
 * Every notice of the product: last segment of its type → side, category, title and payload. A publisher names the key, the console
 * must have a view for each (`satisfies`).
 *
 * Decision: the specification says that a type is a class path but shows none; the paths are ours, family then event.
 * Source: specification §3, §4, «Implied events from notices».
 */
export const NOTICE_TYPES = {
  JobCanceled: notice("Job\\JobCanceled", "job cancelled", "both", "job", "Задание отменено", payload.JobCanceledResource),
  JobRejected: notice("Job\\JobRejected", "job rejected by the moderator", "account", "job", "Задание отклонено модератором", payload.JobRejectedResource),
  JobPublished: notice("Job\\JobPublished", "job published", "account", "job", "Задание опубликовано", payload.JobResource),
  JobPayoutSent: notice("Job\\JobPayoutSent", "job payout sent", "workman", "job", "Выплата отправлена", payload.JobResource),
  JobPayoutReturned: notice("Job\\JobPayoutReturned", "job payout returned", "workman", "job", "Не удалось отправить выплату", payload.JobResource),
  JobReceiptReversedByPlatform: notice(
    "Job\\JobReceiptReversedByPlatform",
    "job receipt reversed by the platform",
    "workman",
    "job",
    "Чек аннулирован платформой",
    payload.JobResource,
  ),
  JobReceiptReversedByWorkman: notice(
    "Job\\JobReceiptReversedByWorkman",
    "job receipt reversed by the worker",
    "account",
    "job",
    "Чек аннулирован исполнителем",
    payload.JobResource,
  ),

  InviteCreated: notice("JobInvite\\InviteCreated", "invite created", "workman", "invite", "Вас пригласили в задание", payload.WithAccount),
  InviteCanceled: notice("JobInvite\\InviteCanceled", "invite cancelled", "workman", "invite", "Приглашение отменено", payload.WithAccount),
  InviteAccepted: notice("JobInvite\\InviteAccepted", "invite accepted", "account", "invite", "Приглашение принято", payload.WithWorkman),
  InviteDeclined: notice("JobInvite\\InviteDeclined", "invite declined", "account", "invite", "Приглашение отклонено", payload.DeclinedByWorkman),

  OfferCreated: notice("JobOffer\\OfferCreated", "offer created", "account", "offer", "Новый отклик", payload.WithWorkman),
  OfferAccepted: notice("JobOffer\\OfferAccepted", "offer accepted", "workman", "offer", "Ваш отклик принят", payload.WithAccount),
  OfferDeclined: notice("JobOffer\\OfferDeclined", "offer declined by the customer", "workman", "offer", "Ваш отклик отклонён", payload.DeclinedByAccount),
  OfferRejected: notice("JobOffer\\OfferRejected", "offer rejected by the moderator", "workman", "offer", "Отклик отклонён модератором", payload.OfferRejectedResource),
  OfferArchived: notice("JobOffer\\OfferArchived", "offer complete (sent to archive)", "workman", "offer", "Отклик перенесён в архив", payload.JobOnly),
  OfferExecutionStarted: notice("JobOffer\\OfferExecutionStarted", "offer execution started", "account", "offer", "Исполнитель приступил к заданию", payload.WithWorkman),
  OfferExecutionFinished: notice("JobOffer\\OfferExecutionFinished", "offer execution finished", "account", "offer", "Исполнитель завершил задание", payload.WithWorkman),
  OfferResultAccepted: notice("JobOffer\\OfferResultAccepted", "offer result accepted", "workman", "offer", "Результат принят", payload.WithAccount),
  ActRequired: notice("JobOffer\\ActRequired", "act signing required", "workman", "offer", "Подпишите акт", payload.JobOnly),

  ArbitrationOpened: notice("Arbitration\\ArbitrationOpened", "arbitration opened", "both", "arbitration", "Предложено изменить выплату", payload.ArbitrationResource),
  ArbitrationAccepted: notice("Arbitration\\ArbitrationAccepted", "arbitration accepted", "both", "arbitration", "Изменение выплаты принято", payload.ArbitrationResource),
  ArbitrationDeclined: notice("Arbitration\\ArbitrationDeclined", "arbitration declined", "both", "arbitration", "Изменение выплаты отклонено", payload.ArbitrationResource),

  AccountAccepted: notice("Account\\AccountAccepted", "account passed moderation", "account", "account", "Компания прошла проверку", payload.AccountResource),
  AccountDisabled: notice("Account\\AccountDisabled", "account disabled", "account", "account", "Компания заблокирована", payload.AccountRefusedResource),
  AccountRejected: notice("Account\\AccountRejected", "account moderation refused", "account", "account", "Компания не прошла проверку", payload.AccountRefusedResource),

  InvoiceCreated: notice("Invoice\\InvoiceCreated", "invoice issued", "account", "invoice", "Выставлен счёт", payload.InvoiceResource),
  InvoicePaid: notice("Invoice\\InvoicePaid", "invoice paid", "account", "invoice", "Счёт оплачен", payload.InvoiceResource),

  AccountReviewPublished: notice("Review\\AccountReviewPublished", "account review published", "workman", "review", "Отзыв о компании опубликован", payload.AccountReviewResource),
  AccountReviewRejected: notice("Review\\AccountReviewRejected", "account review rejected", "workman", "review", "Отзыв о компании отклонён", payload.AccountReviewRejectedResource),
  WorkmanReviewPublished: notice("Review\\WorkmanReviewPublished", "workman review published", "account", "review", "Отзыв об исполнителе опубликован", payload.WorkmanReviewResource),
  WorkmanReviewRejected: notice("Review\\WorkmanReviewRejected", "workman review rejected", "account", "review", "Отзыв об исполнителе отклонён", payload.WorkmanReviewRejectedResource),

  WorkmanAccepted: notice("Workman\\WorkmanAccepted", "worker profile passed moderation", "workman", "workman", "Профиль проверен", payload.WorkmanResource),
  WorkmanRejected: notice("Workman\\WorkmanRejected", "worker profile failed moderation", "workman", "workman", "Профиль не прошёл проверку", payload.WorkmanRefusedResource),
  RequisitesChanged: notice("Workman\\RequisitesChanged", "requisites changed by tax data", "workman", "workman", "Реквизиты обновлены по данным ФНС", payload.WorkmanResource),

  TaxPaymentPaid: notice("Tax\\TaxPaymentPaid", "tax payment paid", "workman", "tax", "Налог уплачен", payload.TaxPaymentResource),
  TaxPaymentPartiallyPaid: notice("Tax\\TaxPaymentPartiallyPaid", "tax payment partially paid", "workman", "tax", "Налог уплачен частично", payload.TaxPaymentResource),
  TaxPaymentRefundedWithoutRequest: notice(
    "Tax\\TaxPaymentRefundedWithoutRequest",
    "tax payment refunded without a tax request",
    "workman",
    "tax",
    "Резерв налога возвращён: нет начисления",
    payload.TaxPaymentResource,
  ),
  TaxPaymentRefundedWithRequest: notice(
    "Tax\\TaxPaymentRefundedWithRequest",
    "tax payment refunded with a request created",
    "workman",
    "tax",
    "Резерв налога возвращён: оплатите начисление в «Мой налог»",
    payload.TaxPaymentResource,
  ),
  TaxPaymentRefundedInsufficientFunds: notice(
    "Tax\\TaxPaymentRefundedInsufficientFunds",
    "tax payment refunded, insufficient funds",
    "workman",
    "tax",
    "Резерв налога возвращён: недостаточно средств",
    payload.TaxPaymentResource,
  ),
  TaxPaymentRefundedNoDocuments: notice(
    "Tax\\TaxPaymentRefundedNoDocuments",
    "tax payment refunded, no documents",
    "workman",
    "tax",
    "Резерв налога возвращён: нет платёжных документов",
    payload.TaxPaymentResource,
  ),
  TaxAuthorityNotice: notice("Tax\\TaxAuthorityNotice", "tax-authority notice", "workman", "tax", "Сообщение ФНС", payload.TaxAuthorityResource),

  DocumentExpiring: notice("Document\\DocumentExpiring", "document expiring (worker)", "workman", "document", "Документ скоро истечёт", payload.DocumentsResource),
  DocumentExpired: notice("Document\\DocumentExpired", "document expired (worker)", "workman", "document", "Документ истёк", payload.DocumentsResource),
  EmployeeDocumentExpiring: notice(
    "Document\\EmployeeDocumentExpiring",
    "document expiring (employee)",
    "account",
    "document",
    "У исполнителя истекает документ",
    payload.EmployeeDocumentsResource,
  ),
  EmployeeDocumentExpired: notice(
    "Document\\EmployeeDocumentExpired",
    "document expired (employee)",
    "account",
    "document",
    "У исполнителя истёк документ",
    payload.EmployeeDocumentsResource,
  ),

  RegistrationReferenceCompleted: notice(
    "Reference\\RegistrationReferenceCompleted",
    "registration reference completed",
    "workman",
    "reference",
    "Справка о постановке на учёт готова",
    payload.ReferenceResource,
  ),
  RegistrationReferenceFailed: notice(
    "Reference\\RegistrationReferenceFailed",
    "registration reference failed",
    "workman",
    "reference",
    "Не удалось получить справку о постановке на учёт",
    payload.ReferenceResource,
  ),
  IncomeReferenceCompleted: notice(
    "Reference\\IncomeReferenceCompleted",
    "income reference completed",
    "workman",
    "reference",
    "Справка о доходах готова",
    payload.ReferenceResource,
  ),
  IncomeReferenceFailed: notice(
    "Reference\\IncomeReferenceFailed",
    "income reference failed",
    "workman",
    "reference",
    "Не удалось получить справку о доходах",
    payload.ReferenceResource,
  ),

  RegistryChecked: notice("Registry\\RegistryChecked", null, "account", "registry", "Реестр проверен", payload.RegistryResource),
  RegistryApprovalRequired: notice("Registry\\RegistryApprovalRequired", null, "account", "registry", "Реестр ждёт согласования", payload.RegistryResource),
  RegistryApproved: notice("Registry\\RegistryApproved", null, "account", "registry", "Реестр согласован", payload.RegistryApprovedResource),
  RegistryApprovalRejected: notice("Registry\\RegistryApprovalRejected", null, "account", "registry", "Реестр не согласован", payload.RegistryRejectedResource),
  RegistryExecuted: notice("Registry\\RegistryExecuted", null, "account", "registry", "Реестр выполнен", payload.RegistryResource),
  ExportReady: notice("Export\\ExportReady", null, "account", "export", "Выгрузка готова", payload.ExportResource),
  ExportFailed: notice("Export\\ExportFailed", null, "account", "export", "Выгрузка не сформирована", payload.ExportResource),
  EmploymentInvited: notice("Employment\\EmploymentInvited", null, "workman", "invite", "Заказчик приглашает работать вместе", payload.EmploymentResource),
  EmploymentConfirmed: notice("Employment\\EmploymentConfirmed", null, "account", "invite", "Исполнитель согласился работать вместе", payload.EmploymentPartiesResource),
  EmploymentEnded: notice("Employment\\EmploymentEnded", null, "both", "invite", "Совместная работа завершена", payload.EmploymentPartiesResource),
  WithdrawalPaid: notice("Wallet\\WithdrawalPaid", null, "workman", "workman", "Деньги выведены на карту", payload.WithdrawalResource),
  WithdrawalFailed: notice("Wallet\\WithdrawalFailed", null, "workman", "workman", "Не удалось вывести деньги", payload.WithdrawalResource),
} as const satisfies Record<string, NoticeType>;

export type NoticeName = keyof typeof NOTICE_TYPES;
export type NoticePayload<Name extends NoticeName> = Static<(typeof NOTICE_TYPES)[Name]["payload"]>;

/** An event of the business that becomes a notice: what services publish. */
export type NoticeEvent = { [Name in NoticeName]: { readonly name: Name; readonly resource: NoticePayload<Name> } }[NoticeName];

export const NOTICE_NAMES = Object.keys(NOTICE_TYPES) as readonly NoticeName[];

/** The two lines of the specification's list that are no types: an unknown type is shown generically, a resource without its fields as this text. */
export const NOTICE_FALLBACKS = {
  "unknown type": { side: "both", title: "Уведомление" },
  "missing data": { side: "both", title: "Error Data" },
} as const;

/**
 * The catalogue key of a type from the wire, by its last segment through this fixed table.
 *
 * @returns `null` for a type this version does not know: show the generic item.
 */
export function noticeNameOf(type: string): NoticeName | null {
  const last = type.split(/[\\/.]/).at(-1) ?? "";
  return Object.hasOwn(NOTICE_TYPES, last) ? (last as NoticeName) : null;
}
