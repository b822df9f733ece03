import { Type, type Static, type TObject } from "typebox";
import { DESTINATION_CHANGE } from "#contract/destinations/destination.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { INVOICE_PAYMENT_NOTE } from "#contract/invoices/invoice-payment-notes.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant, Rubles } from "#contract/values/wire.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import type { NoticeName } from "./notice-types.ts";

/** Source: specification §3, «Notice resource by type». */
const job = Type.Object({ id: Id, title: Type.String() });
const workman = Type.Object({ id: Id, name: Type.String() });
const account = Type.Object({ id: Id, companyDetailsName: Type.String() });
const comment = nullable(Type.String());
const reason = nullable(Definition);
const registry = { id: Id, number: Type.Integer(), kind: Type.String() };

const JobResource = Type.Object({ id: Id, title: Type.String() });
/** `payoutID`: the first of several; missing in older notices. */
const JobPayoutResource = Type.Object({
  ...JobResource.properties,
  payoutID: Type.Optional(Id),
  registryID: Type.Optional(Id),
  /** Rows of this workman in the registry; `id` is one of their jobs. */
  count: Type.Optional(Type.Integer({ minimum: 1 })),
  sum: Type.Optional(Rubles),
  companyDetailsName: Type.Optional(Type.String()),
});
/** Older notices have neither; `destination` is masked, `null` of several. */
const JobPayoutSentResource = Type.Object({
  ...JobPayoutResource.properties,
  destination: Type.Optional(nullable(Type.String())),
  arrivesBy: Type.Optional(CalendarDate),
});
/** With `registry`: all its receipts or payouts of that day; older notices lack it. */
const PayersResource = Type.Object({
  ...JobResource.properties,
  count: Type.Optional(Type.Integer({ minimum: 1 })),
  sum: Type.Optional(Rubles),
  registry: Type.Optional(Type.Object({ id: Id, number: Type.Integer() })),
});
const JobCanceledResource = Type.Object({
  ...JobResource.properties,
  cancelReason: reason,
  cancelComment: comment,
});
const JobRejectedResource = Type.Object({
  ...JobResource.properties,
  rejectReason: reason,
  rejectComment: comment,
});

/** `reason`: who has left. */
const ApiKeyResource = Type.Object({
  key: Type.Object({ id: Id, title: Type.String() }),
  reason: Type.String(),
});

const RuleResource = Type.Object({
  rule: Definition,
  by: Type.String(),
  /** What was done with the owner's code, unless the rule says it. */
  what: Type.Optional(Type.String()),
  /** What was done without it. */
  withoutCode: Type.Optional(Type.String()),
});

const WithAccount = Type.Object({ job, account });
const WithWorkman = Type.Object({ job, workman });
const WithBoth = Type.Object({ job, workman, account });
const JobOnly = Type.Object({ job });
const DeclinedByWorkman = Type.Object({
  job,
  workman,
  declineReason: reason,
  declineComment: comment,
});
const DeclinedByAccount = Type.Object({ job, declineReason: reason, declineComment: comment });
const OfferRejectedResource = Type.Object({ job, rejectReason: reason, rejectComment: comment });
/** «{было} → {стало}». Source: `domain.md` §5.4. */
const ArbitrationResource = Type.Object({
  ...WithBoth.properties,
  amount: Rubles,
  newAmount: Rubles,
});

const AccountResource = Type.Object({ account });
const AccountRefusedResource = Type.Object({
  account,
  rejectReason: reason,
  rejectComment: comment,
});
const InvoiceResource = Type.Object({
  invoice: Type.Object({ id: Id, number: Type.String(), amount: Rubles }),
});

/** `left`: unpaid. */
const InvoicePaymentResource = Type.Object({
  ...InvoiceResource.properties,
  amount: Rubles,
  left: Rubles,
  note: INVOICE_PAYMENT_NOTE.schema,
});
/** `payerComment`: `null` when the company was guessed by a number alone and may be a stranger. */
const UnknownPaymentResource = Type.Object({ amount: Rubles, payerComment: comment });

const AccountReviewResource = Type.Object({ account });
const AccountReviewRejectedResource = Type.Object({
  account,
  rejectReason: reason,
  rejectComment: comment,
});
const WorkmanReviewResource = Type.Object({ workman });
const WorkmanReviewRejectedResource = Type.Object({
  workman,
  rejectReason: reason,
  rejectComment: comment,
});

const WorkmanResource = Type.Object({ workman });
const WorkmanRefusedResource = Type.Object({ rejectReason: reason, rejectComment: comment });

/** `monthNumber`: 1 to 12; rubles. Source: specification §3, «Tax payment notices». */
const TaxPaymentResource = Type.Object({
  amount: Rubles,
  monthNumber: Type.Integer({ minimum: 1, maximum: 12 }),
  requestedAmount: Rubles,
  taxAmount: Rubles,
  debtAmount: Rubles,
  penaltyAmount: Rubles,
  /** Part taken from the wallet. */
  walletAmount: Type.Optional(Rubles),
});

const documents = Type.Array(
  Type.Object({
    name: Type.String(),
    type: WORKMAN_DOCUMENT_TYPE.schema,
    expireDate: CalendarDate,
  }),
);
const DocumentsResource = Type.Object({ documents });
const document = Type.Object({ name: Type.String(), type: WORKMAN_DOCUMENT_TYPE.schema });
const DocumentAcceptedResource = Type.Object({ document });
const DocumentRejectedResource = Type.Object({
  document,
  rejectReason: reason,
  rejectComment: comment,
});
const EmployeeDocumentsResource = Type.Object({ documents, workman });
const ReferenceResource = Type.Object({ year: Type.Integer() });
/** Shown in yellow. */
const TaxAuthorityResource = Type.Object({ title: Type.String(), text: Type.String() });

const RegistryResource = Type.Object({
  registry: Type.Object({
    ...registry,
    rowsCount: Type.Integer(),
    doneCount: Type.Integer(),
    failedCount: Type.Integer(),
    /** Of `failedCount`: rows with errors, which were never started. Older notices lack it. */
    errorsCount: Type.Optional(Type.Integer()),
  }),
});
/** `startsAt`: orders go to the bank, no undo after. */
const RegistryApprovedResource = Type.Object({
  registry: Type.Object(registry),
  startsAt: Instant,
});
const RegistryRejectedResource = Type.Object({
  registry: Type.Object(registry),
  rejectReason: reason,
  rejectComment: comment,
});
const ExportResource = Type.Object({ export: Type.Object({ id: Id, title: Type.String() }) });
const EmploymentResource = Type.Object({ employmentID: Id, account });
/** One resource for both sides. */
const EmploymentPartiesResource = Type.Object({ employmentID: Id, workman, account });
/** `key`: for «Это не я». */
const DestinationResource = Type.Object({
  kind: DESTINATION_CHANGE.schema,
  shown: Type.String(),
  key: Type.String(),
  largeFrom: nullable(Instant),
});
const WithdrawalResource = Type.Object({ amount: Rubles, declineReason: reason });

/** Apart from the types: the console never validates notices, and the schemas are heavy. */
export const NOTICE_PAYLOADS = {
  JobCanceled: JobCanceledResource,
  JobRejected: JobRejectedResource,
  JobPublished: JobResource,
  JobPayoutSent: JobPayoutSentResource,
  JobPayoutReturned: JobPayoutResource,
  JobPayoutHeld: JobPayoutResource,
  PayoutsHeld: PayersResource,
  ReceiptFoundLate: PayersResource,
  JobReceiptReversedByPlatform: JobPayoutResource,
  JobReceiptReversedByWorkman: PayersResource,
  InviteCreated: WithAccount,
  InviteCanceled: WithAccount,
  InviteAccepted: WithWorkman,
  InviteDeclined: DeclinedByWorkman,
  OfferCreated: WithWorkman,
  OfferAccepted: WithAccount,
  OfferDeclined: DeclinedByAccount,
  OfferRejected: OfferRejectedResource,
  OfferArchived: JobOnly,
  OfferExecutionStarted: WithWorkman,
  OfferExecutionFinished: WithWorkman,
  OfferResultAccepted: WithAccount,
  ActRequired: JobOnly,
  ArbitrationOpened: ArbitrationResource,
  ArbitrationAccepted: ArbitrationResource,
  ArbitrationDeclined: ArbitrationResource,
  ApiKeySuspended: ApiKeyResource,
  RuleLoosened: RuleResource,
  AccountAccepted: AccountResource,
  AccountDisabled: AccountRefusedResource,
  AccountRejected: AccountRefusedResource,
  AccountTrusted: AccountResource,
  AccountDistrusted: AccountRefusedResource,
  InvoiceCreated: InvoiceResource,
  InvoicePaid: InvoiceResource,
  InvoicePaymentNoted: InvoicePaymentResource,
  PaymentNotRecognized: UnknownPaymentResource,
  AccountReviewPublished: AccountReviewResource,
  AccountReviewRejected: AccountReviewRejectedResource,
  WorkmanReviewPublished: WorkmanReviewResource,
  WorkmanReviewRejected: WorkmanReviewRejectedResource,
  WorkmanAccepted: WorkmanResource,
  WorkmanRejected: WorkmanRefusedResource,
  WorkmanBlocked: WorkmanRefusedResource,
  WorkmanUnblocked: WorkmanResource,
  RequisitesChanged: WorkmanResource,
  TaxPaymentPaid: TaxPaymentResource,
  TaxPaymentPartiallyPaid: TaxPaymentResource,
  TaxPaymentRefundedWithoutRequest: TaxPaymentResource,
  TaxPaymentRefundedWithRequest: TaxPaymentResource,
  TaxPaymentRefundedInsufficientFunds: TaxPaymentResource,
  TaxPaymentRefundedNoDocuments: TaxPaymentResource,
  TaxAuthorityNotice: TaxAuthorityResource,
  DocumentExpiring: DocumentsResource,
  DocumentExpired: DocumentsResource,
  DocumentAccepted: DocumentAcceptedResource,
  DocumentRejected: DocumentRejectedResource,
  EmployeeDocumentExpiring: EmployeeDocumentsResource,
  EmployeeDocumentExpired: EmployeeDocumentsResource,
  RegistrationReferenceCompleted: ReferenceResource,
  RegistrationReferenceFailed: ReferenceResource,
  IncomeReferenceCompleted: ReferenceResource,
  IncomeReferenceFailed: ReferenceResource,
  RegistryChecked: RegistryResource,
  RegistryApprovalRequired: RegistryResource,
  RegistryApproved: RegistryApprovedResource,
  RegistryApprovalRejected: RegistryRejectedResource,
  RegistryExecuted: RegistryResource,
  ExportReady: ExportResource,
  ExportFailed: ExportResource,
  EmploymentInvited: EmploymentResource,
  EmploymentConfirmed: EmploymentPartiesResource,
  EmploymentEnded: EmploymentPartiesResource,
  DestinationChanged: DestinationResource,
  WithdrawalPaid: WithdrawalResource,
  DebtArisen: Type.Object({ amount: Rubles, title: Type.String() }),
  DebtPaid: Type.Object({ amount: Rubles }),
  OwnMoneyDiffers: Type.Object({ isTax: Type.Boolean(), amount: Rubles, orderedAt: Instant }),
  BankDiffers: Type.Object({ count: Type.Integer({ minimum: 1 }) }),
  WithdrawalHeld: WithdrawalResource,
  WithdrawalFailed: WithdrawalResource,
} as const satisfies Record<NoticeName, TObject>;

export type NoticePayload<Name extends NoticeName> = Static<(typeof NOTICE_PAYLOADS)[Name]>;
