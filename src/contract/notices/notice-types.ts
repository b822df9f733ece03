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

export interface NoticeType {
  /** Class path; the last segment is the catalogue's key. */
  readonly id: string;
  /** `null`: not in the specification. */
  readonly event: string | null;
  readonly side: NoticeSide;
  readonly category: NoticeCategory;
  readonly title: string;
}

function notice(
  path: string,
  event: string | null,
  side: NoticeSide,
  category: NoticeCategory,
  title: string,
): NoticeType {
  return { id: `App\\Notification\\${path}`, event, side, category, title };
}

/**
 * Last segment of the type → side, category, title. The console must have a view for each
 * (`satisfies`). Decision: the paths are ours. Source: specification §3, §4, «Implied events from
 * notices».
 */
export const NOTICE_TYPES = {
  JobCanceled: notice("Job\\JobCanceled", "job cancelled", "both", "job", "Задание отменено"),
  JobRejected: notice(
    "Job\\JobRejected",
    "job rejected by the moderator",
    "account",
    "job",
    "Задание отклонено модератором",
  ),
  JobPublished: notice(
    "Job\\JobPublished",
    "job published",
    "account",
    "job",
    "Задание опубликовано",
  ),
  JobPayoutSent: notice(
    "Job\\JobPayoutSent",
    "job payout sent",
    "workman",
    "job",
    "Выплата отправлена",
  ),
  JobPayoutReturned: notice(
    "Job\\JobPayoutReturned",
    "job payout returned",
    "workman",
    "job",
    "Не удалось отправить выплату",
  ),
  JobPayoutHeld: notice("Job\\JobPayoutHeld", null, "workman", "job", "Банк придержал выплату"),
  PayoutsHeld: notice("Job\\PayoutsHeld", null, "account", "job", "Банк придержал выплаты"),
  ReceiptFoundLate: notice(
    "Job\\ReceiptFoundLate",
    null,
    "account",
    "job",
    "Найден чек отменённой выплаты",
  ),
  JobReceiptReversedByPlatform: notice(
    "Job\\JobReceiptReversedByPlatform",
    "job receipt reversed by the platform",
    "workman",
    "job",
    "Чек аннулирован платформой",
  ),
  JobReceiptReversedByWorkman: notice(
    "Job\\JobReceiptReversedByWorkman",
    "job receipt reversed by the worker",
    "account",
    "job",
    "Чек аннулирован исполнителем",
  ),

  InviteCreated: notice(
    "JobInvite\\InviteCreated",
    "invite created",
    "workman",
    "invite",
    "Вас пригласили в задание",
  ),
  InviteCanceled: notice(
    "JobInvite\\InviteCanceled",
    "invite cancelled",
    "workman",
    "invite",
    "Приглашение отменено",
  ),
  InviteAccepted: notice(
    "JobInvite\\InviteAccepted",
    "invite accepted",
    "account",
    "invite",
    "Приглашение принято",
  ),
  InviteDeclined: notice(
    "JobInvite\\InviteDeclined",
    "invite declined",
    "account",
    "invite",
    "Приглашение отклонено",
  ),

  OfferCreated: notice(
    "JobOffer\\OfferCreated",
    "offer created",
    "account",
    "offer",
    "Новый отклик",
  ),
  OfferAccepted: notice(
    "JobOffer\\OfferAccepted",
    "offer accepted",
    "workman",
    "offer",
    "Ваш отклик принят",
  ),
  OfferDeclined: notice(
    "JobOffer\\OfferDeclined",
    "offer declined by the customer",
    "workman",
    "offer",
    "Ваш отклик отклонён",
  ),
  OfferRejected: notice(
    "JobOffer\\OfferRejected",
    "offer rejected by the moderator",
    "workman",
    "offer",
    "Отклик отклонён модератором",
  ),
  OfferArchived: notice(
    "JobOffer\\OfferArchived",
    "offer complete (sent to archive)",
    "workman",
    "offer",
    "Отклик перенесён в архив",
  ),
  OfferExecutionStarted: notice(
    "JobOffer\\OfferExecutionStarted",
    "offer execution started",
    "account",
    "offer",
    "Исполнитель приступил к заданию",
  ),
  OfferExecutionFinished: notice(
    "JobOffer\\OfferExecutionFinished",
    "offer execution finished",
    "account",
    "offer",
    "Исполнитель завершил задание",
  ),
  OfferResultAccepted: notice(
    "JobOffer\\OfferResultAccepted",
    "offer result accepted",
    "workman",
    "offer",
    "Результат принят",
  ),
  ActRequired: notice(
    "JobOffer\\ActRequired",
    "act signing required",
    "workman",
    "offer",
    "Подпишите акт",
  ),

  ArbitrationOpened: notice(
    "Arbitration\\ArbitrationOpened",
    "arbitration opened",
    "both",
    "arbitration",
    "Предложено изменить выплату",
  ),
  ArbitrationAccepted: notice(
    "Arbitration\\ArbitrationAccepted",
    "arbitration accepted",
    "both",
    "arbitration",
    "Изменение выплаты принято",
  ),
  ArbitrationDeclined: notice(
    "Arbitration\\ArbitrationDeclined",
    "arbitration declined",
    "both",
    "arbitration",
    "Изменение выплаты отклонено",
  ),

  AccountAccepted: notice(
    "Account\\AccountAccepted",
    "account passed moderation",
    "account",
    "account",
    "Компания прошла проверку",
  ),
  AccountDisabled: notice(
    "Account\\AccountDisabled",
    "account disabled",
    "account",
    "account",
    "Компания заблокирована",
  ),
  AccountRejected: notice(
    "Account\\AccountRejected",
    "account moderation refused",
    "account",
    "account",
    "Компания не прошла проверку",
  ),

  AccountTrusted: notice(
    "Account\\AccountTrusted",
    null,
    "account",
    "account",
    "Компания проверена платформой",
  ),
  AccountDistrusted: notice(
    "Account\\AccountDistrusted",
    null,
    "account",
    "account",
    "Задания компании снова проверяются",
  ),
  ApiKeySuspended: notice(
    "Account\\ApiKeySuspended",
    null,
    "account",
    "account",
    "Ключ API приостановлен",
  ),
  RuleLoosened: notice(
    "Account\\RuleLoosened",
    null,
    "account",
    "account",
    "Ослаблено правило компании",
  ),

  InvoiceCreated: notice(
    "Invoice\\InvoiceCreated",
    "invoice issued",
    "account",
    "invoice",
    "Выставлен счёт",
  ),
  InvoicePaid: notice("Invoice\\InvoicePaid", "invoice paid", "account", "invoice", "Счёт оплачен"),
  InvoicePaymentNoted: notice(
    "Invoice\\InvoicePaymentNoted",
    null,
    "account",
    "invoice",
    "Платёж отличается от счёта",
  ),
  PaymentNotRecognized: notice(
    "Invoice\\PaymentNotRecognized",
    null,
    "account",
    "invoice",
    "Платёж не распознан",
  ),

  AccountReviewPublished: notice(
    "Review\\AccountReviewPublished",
    "account review published",
    "workman",
    "review",
    "Отзыв о компании опубликован",
  ),
  AccountReviewRejected: notice(
    "Review\\AccountReviewRejected",
    "account review rejected",
    "workman",
    "review",
    "Отзыв о компании отклонён",
  ),
  WorkmanReviewPublished: notice(
    "Review\\WorkmanReviewPublished",
    "workman review published",
    "account",
    "review",
    "Отзыв об исполнителе опубликован",
  ),
  WorkmanReviewRejected: notice(
    "Review\\WorkmanReviewRejected",
    "workman review rejected",
    "account",
    "review",
    "Отзыв об исполнителе отклонён",
  ),

  WorkmanAccepted: notice(
    "Workman\\WorkmanAccepted",
    "worker profile passed moderation",
    "workman",
    "workman",
    "Профиль проверен",
  ),
  WorkmanRejected: notice(
    "Workman\\WorkmanRejected",
    "worker profile failed moderation",
    "workman",
    "workman",
    "Профиль не прошёл проверку",
  ),
  WorkmanBlocked: notice(
    "Workman\\WorkmanBlocked",
    null,
    "workman",
    "workman",
    "Профиль заблокирован",
  ),
  WorkmanUnblocked: notice(
    "Workman\\WorkmanUnblocked",
    null,
    "workman",
    "workman",
    "Профиль разблокирован",
  ),
  RequisitesChanged: notice(
    "Workman\\RequisitesChanged",
    "requisites changed by tax data",
    "workman",
    "workman",
    "Реквизиты обновлены по данным ФНС",
  ),

  TaxPaymentPaid: notice(
    "Tax\\TaxPaymentPaid",
    "tax payment paid",
    "workman",
    "tax",
    "Налог уплачен",
  ),
  TaxPaymentPartiallyPaid: notice(
    "Tax\\TaxPaymentPartiallyPaid",
    "tax payment partially paid",
    "workman",
    "tax",
    "Налог уплачен частично",
  ),
  TaxPaymentRefundedWithoutRequest: notice(
    "Tax\\TaxPaymentRefundedWithoutRequest",
    "tax payment refunded without a tax request",
    "workman",
    "tax",
    "Резерв налога возвращён: нет начисления",
  ),
  TaxPaymentRefundedWithRequest: notice(
    "Tax\\TaxPaymentRefundedWithRequest",
    "tax payment refunded with a request created",
    "workman",
    "tax",
    "Резерв налога возвращён: оплатите начисление в «Мой налог»",
  ),
  TaxPaymentRefundedInsufficientFunds: notice(
    "Tax\\TaxPaymentRefundedInsufficientFunds",
    "tax payment refunded, insufficient funds",
    "workman",
    "tax",
    "Резерв налога возвращён: недостаточно средств",
  ),
  TaxPaymentRefundedNoDocuments: notice(
    "Tax\\TaxPaymentRefundedNoDocuments",
    "tax payment refunded, no documents",
    "workman",
    "tax",
    "Резерв налога возвращён: нет платёжных документов",
  ),
  TaxAuthorityNotice: notice(
    "Tax\\TaxAuthorityNotice",
    "tax-authority notice",
    "workman",
    "tax",
    "Сообщение ФНС",
  ),

  DocumentExpiring: notice(
    "Document\\DocumentExpiring",
    "document expiring (worker)",
    "workman",
    "document",
    "Документ скоро истечёт",
  ),
  DocumentExpired: notice(
    "Document\\DocumentExpired",
    "document expired (worker)",
    "workman",
    "document",
    "Документ истёк",
  ),
  DocumentAccepted: notice(
    "Document\\DocumentAccepted",
    null,
    "workman",
    "document",
    "Документ принят",
  ),
  DocumentRejected: notice(
    "Document\\DocumentRejected",
    null,
    "workman",
    "document",
    "Документ не принят",
  ),
  EmployeeDocumentExpiring: notice(
    "Document\\EmployeeDocumentExpiring",
    "document expiring (employee)",
    "account",
    "document",
    "У исполнителя истекает документ",
  ),
  EmployeeDocumentExpired: notice(
    "Document\\EmployeeDocumentExpired",
    "document expired (employee)",
    "account",
    "document",
    "У исполнителя истёк документ",
  ),

  RegistrationReferenceCompleted: notice(
    "Reference\\RegistrationReferenceCompleted",
    "registration reference completed",
    "workman",
    "reference",
    "Справка о постановке на учёт готова",
  ),
  RegistrationReferenceFailed: notice(
    "Reference\\RegistrationReferenceFailed",
    "registration reference failed",
    "workman",
    "reference",
    "Не удалось получить справку о постановке на учёт",
  ),
  IncomeReferenceCompleted: notice(
    "Reference\\IncomeReferenceCompleted",
    "income reference completed",
    "workman",
    "reference",
    "Справка о доходах готова",
  ),
  IncomeReferenceFailed: notice(
    "Reference\\IncomeReferenceFailed",
    "income reference failed",
    "workman",
    "reference",
    "Не удалось получить справку о доходах",
  ),

  RegistryChecked: notice(
    "Registry\\RegistryChecked",
    null,
    "account",
    "registry",
    "Реестр проверен",
  ),
  RegistryApprovalRequired: notice(
    "Registry\\RegistryApprovalRequired",
    null,
    "account",
    "registry",
    "Реестр ждёт согласования",
  ),
  RegistryApproved: notice(
    "Registry\\RegistryApproved",
    null,
    "account",
    "registry",
    "Реестр согласован",
  ),
  RegistryApprovalRejected: notice(
    "Registry\\RegistryApprovalRejected",
    null,
    "account",
    "registry",
    "Реестр не согласован",
  ),
  RegistryExecuted: notice(
    "Registry\\RegistryExecuted",
    null,
    "account",
    "registry",
    "Реестр выполнен",
  ),
  ExportReady: notice("Export\\ExportReady", null, "account", "export", "Выгрузка готова"),
  ExportFailed: notice(
    "Export\\ExportFailed",
    null,
    "account",
    "export",
    "Выгрузка не сформирована",
  ),
  EmploymentInvited: notice(
    "Employment\\EmploymentInvited",
    null,
    "workman",
    "invite",
    "Заказчик приглашает работать вместе",
  ),
  EmploymentConfirmed: notice(
    "Employment\\EmploymentConfirmed",
    null,
    "account",
    "invite",
    "Исполнитель согласился работать вместе",
  ),
  EmploymentEnded: notice(
    "Employment\\EmploymentEnded",
    null,
    "both",
    "invite",
    "Совместная работа завершена",
  ),
  BankDiffers: notice(
    "Account\\BankDiffers",
    null,
    "account",
    "account",
    "Сверка с банком нашла расхождения",
  ),
  DebtArisen: notice(
    "Wallet\\DebtArisen",
    null,
    "workman",
    "workman",
    "Появился долг перед платформой",
  ),
  DebtPaid: notice("Wallet\\DebtPaid", null, "workman", "workman", "Долг перед платформой закрыт"),
  OwnMoneyDiffers: notice(
    "Wallet\\OwnMoneyDiffers",
    null,
    "workman",
    "workman",
    "Сверка с банком нашла расхождение",
  ),
  DestinationChanged: notice(
    "Wallet\\DestinationChanged",
    null,
    "both",
    "workman",
    "Изменено, куда приходят деньги",
  ),
  WithdrawalPaid: notice(
    "Wallet\\WithdrawalPaid",
    null,
    "workman",
    "workman",
    "Деньги выведены на карту",
  ),
  WithdrawalHeld: notice(
    "Wallet\\WithdrawalHeld",
    null,
    "workman",
    "workman",
    "Банк придержал вывод денег",
  ),
  WithdrawalFailed: notice(
    "Wallet\\WithdrawalFailed",
    null,
    "workman",
    "workman",
    "Не удалось вывести деньги",
  ),
} as const satisfies Record<string, NoticeType>;

export type NoticeName = keyof typeof NOTICE_TYPES;

export const NOTICE_NAMES = Object.keys(NOTICE_TYPES) as readonly NoticeName[];

/** For an unknown type, and for a resource without its fields. */
export const NOTICE_FALLBACKS = {
  "unknown type": { side: "both", title: "Уведомление" },
  "missing data": { side: "both", title: "Error Data" },
} as const;

/**
 * By the last segment.
 *
 * @returns `null` for an unknown type.
 */
export function noticeNameOf(type: string): NoticeName | null {
  const last = type.split(/[\\/.]/).at(-1) ?? "";
  return Object.hasOwn(NOTICE_TYPES, last) ? (last as NoticeName) : null;
}
