import { sayChange } from "#contract/destinations/destination.ts";
import { formatDate, formatMoscowTime, moscowDate } from "#contract/values/calendar-date.ts";
import { HELD_TERM } from "#contract/payouts/held-payout.ts";
import type { NoticePayload } from "../notice-payloads.ts";
import { reasonEnding, rubles, workmanAddress, type NoticeViews } from "./notice-view.ts";

type WorkmanNotice =
  | "WorkmanAccepted"
  | "WorkmanRejected"
  | "WorkmanBlocked"
  | "WorkmanUnblocked"
  | "RequisitesChanged"
  | "DebtArisen"
  | "DebtPaid"
  | "OwnMoneyDiffers"
  | "WithdrawalPaid"
  | "WithdrawalHeld"
  | "WithdrawalFailed"
  | "DestinationChanged"
  | "TaxPaymentPaid"
  | "TaxPaymentPartiallyPaid"
  | "TaxPaymentRefundedWithoutRequest"
  | "TaxPaymentRefundedWithRequest"
  | "TaxPaymentRefundedInsufficientFunds"
  | "TaxPaymentRefundedNoDocuments"
  | "TaxAuthorityNotice"
  | "DocumentExpiring"
  | "DocumentExpired"
  | "DocumentAccepted"
  | "DocumentRejected"
  | "EmployeeDocumentExpiring"
  | "EmployeeDocumentExpired"
  | "RegistrationReferenceCompleted"
  | "RegistrationReferenceFailed"
  | "IncomeReferenceCompleted"
  | "IncomeReferenceFailed";

const PROFILE = "/profile/workman";
const TAXES = "/profile/workman/taxes";
const DOCUMENTS = "/profile/workman/documents";
const WALLET = "/profile/workman/payment-methods";
/** «За март». */
const MONTHS = [
  "январь",
  "февраль",
  "март",
  "апрель",
  "май",
  "июнь",
  "июль",
  "август",
  "сентябрь",
  "октябрь",
  "ноябрь",
  "декабрь",
] as const;
const LATER = "Не удалось получить справку. Повторите позже в мобильном приложении";

/** Texts: `domain.md` §5.4. */
export const WORKMAN_NOTICES: NoticeViews<WorkmanNotice> = {
  WorkmanAccepted: () => ({ text: "Профиль проверен", to: PROFILE, tone: "good" }),
  WorkmanRejected: ({ rejectReason, rejectComment }) => ({
    text: `Профиль не прошёл проверку${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    to: PROFILE,
    tone: "bad",
  }),
  WorkmanBlocked: ({ rejectReason, rejectComment }) => ({
    text: `Профиль заблокирован${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    to: PROFILE,
    tone: "bad",
  }),
  WorkmanUnblocked: () => ({
    text: "Профиль разблокирован: снова можно брать задания",
    to: PROFILE,
    tone: "good",
  }),
  RequisitesChanged: () => ({ text: "Реквизиты обновлены по данным ФНС", to: PROFILE }),
  WithdrawalPaid: ({ amount }) => ({
    text: `На карту выведено ${rubles(amount)}`,
    to: WALLET,
    tone: "good",
    icon: "money",
  }),
  DebtArisen: ({ amount, title }) => ({
    text: `Ваш долг платформе ${rubles(amount)}: выплата${title === "" ? "" : ` за «${title}»`} вернулась заказчику, а отложенный с неё налог уже ушёл в бюджет или вам`,
    detail: "Удержим его из следующих выплат и из того, что придёт в кошелёк",
    to: WALLET,
    tone: "warning",
    icon: "alert",
  }),
  DebtPaid: ({ amount }) => ({
    text: `Долг платформе ${rubles(amount)} закрыт: больше ничего не удерживаем`,
    to: WALLET,
    tone: "good",
    icon: "money",
  }),
  OwnMoneyDiffers: ({ isTax, amount, orderedAt }) => ({
    text: `${isTax ? "Налог" : "Вывод"} ${rubles(amount)} от ${formatDate(moscowDate(new Date(orderedAt)))}: сведения банка расходятся с нашими`,
    detail: "Мы уже разбираемся, делать ничего не нужно",
    to: WALLET,
    tone: "warning",
    icon: "alert",
  }),
  WithdrawalHeld: ({ amount }) => ({
    text: `Банк придержал вывод ${rubles(amount)}: подтвердите его в приложении банка или позвоните в банк`,
    detail: HELD_TERM,
    to: WALLET,
    tone: "warning",
    icon: "money",
  }),
  WithdrawalFailed: ({ amount, declineReason }) => ({
    text: `Не удалось вывести ${rubles(amount)}${reasonEnding({ reason: declineReason, comment: null })}`,
    to: WALLET,
    tone: "bad",
    icon: "money",
  }),

  DestinationChanged: ({ kind, shown, key, largeFrom }) => ({
    text: `${sayChange(kind, shown)}. Если это не вы, остановите выплаты`,
    ...(largeFrom === null
      ? {}
      : { detail: `Крупные суммы ждут до ${formatMoscowTime(new Date(largeFrom))}` }),
    to: `/not-me?key=${key}`,
    tone: "warning",
    icon: "alert",
  }),

  TaxPaymentPaid: (tax) => ({
    text: `Налог за ${month(tax)} уплачен: ${rubles(tax.amount)}`,
    detail: charge(tax),
    to: TAXES,
    tone: "good",
  }),
  TaxPaymentPartiallyPaid: (tax) => ({
    text: `Налог за ${month(tax)} уплачен частично: ${rubles(tax.amount)} из ${rubles(tax.requestedAmount)}`,
    detail: charge(tax),
    to: TAXES,
    tone: "warning",
  }),
  TaxPaymentRefundedWithoutRequest: (tax) => ({
    text: `Резерв налога за ${month(tax)} возвращён: нет начисления`,
    detail: refund(tax),
    to: TAXES,
  }),
  TaxPaymentRefundedWithRequest: (tax) => ({
    text: `Резерв налога за ${month(tax)} возвращён: создано начисление, оплатите в «Мой налог»`,
    detail: refund(tax),
    to: TAXES,
    tone: "warning",
  }),
  TaxPaymentRefundedInsufficientFunds: (tax) => ({
    text: `Резерв налога за ${month(tax)} возвращён: недостаточно средств`,
    detail: refund(tax),
    to: TAXES,
    tone: "warning",
  }),
  TaxPaymentRefundedNoDocuments: (tax) => ({
    text: `Резерв налога за ${month(tax)} возвращён: нет платёжных документов`,
    detail: refund(tax),
    to: TAXES,
    tone: "warning",
  }),
  // Yellow. Source: specification §3, «tax-authority notice».
  TaxAuthorityNotice: ({ title, text }) => ({ text: title, detail: text, to: TAXES, tone: "tax" }),

  DocumentExpiring: ({ documents }) => ({
    text: documents
      .map(
        ({ name, expireDate }) =>
          `Срок действия документа «${name}» истекает ${formatDate(expireDate)}`,
      )
      .join(". "),
    to: DOCUMENTS,
    tone: "warning",
  }),
  DocumentExpired: ({ documents }) => ({
    text: documents.map(({ name }) => `Документ «${name}» истёк. Загрузите новый`).join(". "),
    to: DOCUMENTS,
    tone: "bad",
  }),
  DocumentAccepted: ({ document }) => ({
    text: `Документ «${document.name}» принят и действует`,
    to: DOCUMENTS,
    tone: "good",
  }),
  DocumentRejected: ({ document, rejectReason, rejectComment }) => ({
    text: `Документ «${document.name}» не принят${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    detail: "Загрузите его ещё раз",
    to: DOCUMENTS,
    tone: "bad",
  }),
  EmployeeDocumentExpiring: ({ documents, workman }) => ({
    text: `У исполнителя ${workman.name} ${documents.length > 1 ? "истекают документы" : "истекает документ"} ${names(documents)}`,
    to: workmanAddress(workman),
    tone: "warning",
  }),
  EmployeeDocumentExpired: ({ documents, workman }) => ({
    text: `У исполнителя ${workman.name} ${documents.length > 1 ? "истекли документы" : "истёк документ"} ${names(documents)}`,
    to: workmanAddress(workman),
    tone: "bad",
  }),

  RegistrationReferenceCompleted: ({ year }) => ({
    text: `Справка о постановке на учёт за ${year} год готова`,
    to: TAXES,
    tone: "good",
  }),
  RegistrationReferenceFailed: ({ year }) => ({
    text: LATER,
    detail: `Справка о постановке на учёт за ${year} год`,
    to: TAXES,
    tone: "bad",
  }),
  IncomeReferenceCompleted: ({ year }) => ({
    text: `Справка о доходах за ${year} год готова`,
    to: TAXES,
    tone: "good",
  }),
  IncomeReferenceFailed: ({ year }) => ({
    text: LATER,
    detail: `Справка о доходах за ${year} год`,
    to: TAXES,
    tone: "bad",
  }),
};

type Tax = NoticePayload<"TaxPaymentPaid">;

/** Debt and penalty only above 0. Older notices know no wallet. */
function charge(tax: Tax): string {
  const { taxAmount, debtAmount, penaltyAmount } = tax;
  const walletAmount = "walletAmount" in tax ? (tax.walletAmount ?? 0) : 0;
  return [
    `Налог ${rubles(taxAmount)}`,
    debtAmount > 0 ? `задолженность ${rubles(debtAmount)}` : "",
    penaltyAmount > 0 ? `пени ${rubles(penaltyAmount)}` : "",
    walletAmount > 0 ? `из них из кошелька ${rubles(walletAmount)}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** To the workman, or the sum the tax service demanded. */
function refund({ amount, requestedAmount }: Tax): string {
  return `Возвращено ${rubles(amount)}${requestedAmount > 0 ? `, к уплате ${rubles(requestedAmount)}` : ""}`;
}

function month(tax: { readonly monthNumber: number }): string {
  const name = MONTHS[tax.monthNumber - 1];
  if (name === undefined) throw new RangeError(`no month ${tax.monthNumber}`);
  return name;
}

function names(
  documents: readonly { readonly name: string; readonly expireDate: string }[],
): string {
  return documents
    .map(({ name, expireDate }) => `«${name}» (${formatDate(expireDate)})`)
    .join(", ");
}
