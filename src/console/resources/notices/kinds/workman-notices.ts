import { formatDay, MONTHS } from "#console/format/dates.ts";
import { formatRubles } from "#console/format/money.ts";
import { because, workmanAddress, type NoticeViews } from "../notice-view.ts";

type WorkmanNotice =
  | "WorkmanAccepted" | "WorkmanRejected" | "RequisitesChanged" | "WithdrawalPaid" | "WithdrawalFailed"
  | "TaxPaymentPaid" | "TaxPaymentPartiallyPaid" | "TaxPaymentRefundedWithoutRequest" | "TaxPaymentRefundedWithRequest" | "TaxPaymentRefundedInsufficientFunds" | "TaxPaymentRefundedNoDocuments"
  | "TaxAuthorityNotice" | "DocumentExpiring" | "DocumentExpired" | "EmployeeDocumentExpiring" | "EmployeeDocumentExpired"
  | "RegistrationReferenceCompleted" | "RegistrationReferenceFailed" | "IncomeReferenceCompleted" | "IncomeReferenceFailed";

const PROFILE = "/profile/workman";
const TAXES = "/profile/workman/taxes";
const DOCUMENTS = "/profile/workman/documents";
const WALLET = "/profile/workman/payment-methods";
const LATER = "Не удалось получить справку. Повторите позже в мобильном приложении";

/** Notices about the worker's profile, taxes, documents and money. Source of the words: `domain.md` §5.4. */
export const WORKMAN_NOTICES: NoticeViews<WorkmanNotice> = {
  WorkmanAccepted: () => ({ text: "Профиль проверен", to: PROFILE }),
  WorkmanRejected: ({ rejectReason, rejectComment }) => ({ text: `Профиль не прошёл проверку${because({ reason: rejectReason, comment: rejectComment })}`, to: PROFILE, tone: "warning" }),
  RequisitesChanged: () => ({ text: "Реквизиты обновлены по данным ФНС", to: PROFILE }),
  WithdrawalPaid: ({ amount }) => ({ text: `На карту выведено ${formatRubles(amount)}`, to: WALLET }),
  WithdrawalFailed: ({ amount, declineReason }) => ({ text: `Не удалось вывести ${formatRubles(amount)}${because({ reason: declineReason, comment: null })}`, to: WALLET, tone: "warning" }),

  TaxPaymentPaid: (tax) => ({ text: `Налог за ${month(tax)} уплачен: ${formatRubles(tax.amount)}`, to: TAXES }),
  TaxPaymentPartiallyPaid: (tax) => ({ text: `Налог за ${month(tax)} уплачен частично: ${formatRubles(tax.amount)} из ${formatRubles(tax.requestedAmount)}`, to: TAXES, tone: "warning" }),
  TaxPaymentRefundedWithoutRequest: (tax) => ({ text: `Резерв налога за ${month(tax)} возвращён: нет начисления`, to: TAXES }),
  TaxPaymentRefundedWithRequest: (tax) => ({ text: `Резерв налога за ${month(tax)} возвращён: создано начисление, оплатите в «Мой налог»`, to: TAXES, tone: "warning" }),
  TaxPaymentRefundedInsufficientFunds: (tax) => ({ text: `Резерв налога за ${month(tax)} возвращён: недостаточно средств`, to: TAXES, tone: "warning" }),
  TaxPaymentRefundedNoDocuments: (tax) => ({ text: `Резерв налога за ${month(tax)} возвращён: нет платёжных документов`, to: TAXES, tone: "warning" }),
  // Shown in yellow. Source: specification §3, «tax-authority notice».
  TaxAuthorityNotice: ({ title, text }) => ({ text: title, detail: text, to: TAXES, tone: "warning" }),

  DocumentExpiring: ({ documents }) => ({ text: documents.map(({ name, expireDate }) => `Срок действия документа «${name}» истекает ${formatDay(expireDate)}`).join(". "), to: DOCUMENTS, tone: "warning" }),
  DocumentExpired: ({ documents }) => ({ text: documents.map(({ name }) => `Документ «${name}» истёк. Загрузите новый`).join(". "), to: DOCUMENTS, tone: "warning" }),
  EmployeeDocumentExpiring: ({ documents, workman }) => ({ text: `У исполнителя ${workman.name} истекает документ ${names(documents)}`, to: workmanAddress(workman), tone: "warning" }),
  EmployeeDocumentExpired: ({ documents, workman }) => ({ text: `У исполнителя ${workman.name} истёк документ ${names(documents)}`, to: workmanAddress(workman), tone: "warning" }),

  RegistrationReferenceCompleted: ({ year }) => ({ text: `Справка о постановке на учёт за ${year} готова`, to: TAXES }),
  RegistrationReferenceFailed: () => ({ text: LATER, to: TAXES, tone: "warning" }),
  IncomeReferenceCompleted: ({ year }) => ({ text: `Справка о доходах за ${year} готова`, to: TAXES }),
  IncomeReferenceFailed: () => ({ text: LATER, to: TAXES, tone: "warning" }),
};

function month(tax: { readonly monthNumber: number }): string {
  return MONTHS[tax.monthNumber - 1] ?? "";
}

function names(documents: readonly { readonly name: string; readonly expireDate: string }[]): string {
  return documents.map(({ name, expireDate }) => `«${name}» (${formatDay(expireDate)})`).join(", ");
}
