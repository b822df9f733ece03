import { INVOICE_PAYMENT_NOTE } from "#contract/invoices/invoice-payment-notes.ts";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { registryTitle, type RegistryKindName } from "#contract/registries/registry-title.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { reasonEnding, quoted, rubles, workmanAddress, type NoticeViews } from "./notice-view.ts";

type AccountNotice =
  | "AccountAccepted"
  | "BankDiffers"
  | "AccountDisabled"
  | "AccountRejected"
  | "ApiKeySuspended"
  | "AccountTrusted"
  | "AccountDistrusted"
  | "RuleLoosened"
  | "InvoiceCreated"
  | "InvoicePaid"
  | "InvoicePaymentNoted"
  | "PaymentNotRecognized"
  | "AccountReviewPublished"
  | "AccountReviewRejected"
  | "WorkmanReviewPublished"
  | "WorkmanReviewRejected"
  | "RegistryChecked"
  | "RegistryApprovalRequired"
  | "RegistryApproved"
  | "RegistryApprovalRejected"
  | "RegistryExecuted"
  | "ExportReady"
  | "ExportFailed";

const INVOICES = "/profile/account/invoices";

/** Texts: `domain.md` §5.4. */
export const ACCOUNT_NOTICES: NoticeViews<AccountNotice> = {
  AccountAccepted: ({ account }) => ({
    text: `Компания ${quoted(account.companyDetailsName)} прошла проверку: можно размещать задания`,
    to: "/profile/account",
    tone: "good",
  }),
  AccountDisabled: ({ account, rejectReason, rejectComment }) => ({
    text: `Компания ${quoted(account.companyDetailsName)} заблокирована${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    to: "/profile/account",
    tone: "bad",
  }),
  AccountRejected: ({ account, rejectReason, rejectComment }) => ({
    text: `Компания ${quoted(account.companyDetailsName)} не прошла проверку${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    to: "/profile/account",
    tone: "bad",
  }),
  AccountTrusted: ({ account }) => ({
    text: `Компания ${quoted(account.companyDetailsName)} проверена платформой: задания публикуются сразу`,
    to: "/profile/account",
    tone: "good",
  }),
  AccountDistrusted: ({ account, rejectReason, rejectComment }) => ({
    text: `Задания компании ${quoted(account.companyDetailsName)} снова проверяются перед публикацией${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    to: "/profile/account",
    tone: "warning",
  }),
  ApiKeySuspended: ({ key, reason }) => ({
    text: `Ключ API ${quoted(key.title)} приостановлен: ${reason}. Примите ключ, чтобы он снова работал`,
    to: "/profile/account",
    tone: "warning",
  }),
  RuleLoosened: (loosened) => {
    const { rule, by } = loosened;
    const withoutCode = "withoutCode" in loosened ? loosened.withoutCode : null;
    const what = withoutCode ?? ("what" in loosened ? loosened.what : null);
    return {
      text: `Ослаблено правило компании: ${rule.title}${what ? ` (${what})` : ""}. Изменил(а) ${by}${withoutCode ? "" : ", подтверждено кодом владельца"}. Если это не согласовано, верните правило`,
      to: "/profile/account",
      tone: "warning",
    };
  },
  InvoiceCreated: ({ invoice }) => ({
    text: `Выставлен счёт № ${invoice.number} на ${rubles(invoice.amount)}`,
    to: INVOICES,
  }),
  InvoicePaid: ({ invoice }) => ({
    text: `Счёт № ${invoice.number} оплачен`,
    to: INVOICES,
    tone: "good",
  }),
  InvoicePaymentNoted: ({ invoice, amount, left, note }) => ({
    text: `Платёж ${rubles(amount)} по счёту № ${invoice.number}. ${INVOICE_PAYMENT_NOTE.titles[note]}${left > 0 ? `, осталось ${rubles(left)}` : ""}`,
    to: INVOICES,
    tone: "warning",
  }),
  PaymentNotRecognized: ({ amount, payerComment }) => ({
    text: `Платёж ${rubles(amount)} не распознан: в нём неверный номер счёта или ИНН. Напишите в поддержку, чтобы его зачислили на баланс`,
    ...(payerComment ? { detail: `Назначение платежа: ${quoted(payerComment)}` } : {}),
    to: INVOICES,
    tone: "warning",
  }),
  AccountReviewPublished: ({ account }) => ({
    text: `Отзыв о компании ${quoted(account.companyDetailsName)} опубликован`,
    to: `/accounts/${account.id}`,
    tone: "good",
  }),
  AccountReviewRejected: ({ account, rejectReason, rejectComment }) => ({
    text: `Отзыв о компании ${quoted(account.companyDetailsName)} отклонён модератором${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    to: `/accounts/${account.id}`,
    tone: "bad",
  }),
  WorkmanReviewPublished: ({ workman }) => ({
    text: "Отзыв об исполнителе опубликован",
    detail: workman.name,
    to: workmanAddress(workman),
    tone: "good",
  }),
  WorkmanReviewRejected: ({ workman, rejectReason, rejectComment }) => ({
    text: `Отзыв об исполнителе отклонён модератором${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    detail: workman.name,
    to: workmanAddress(workman),
    tone: "bad",
  }),
  RegistryChecked: ({ registry }) => ({
    text: `${nameOf(registry)} проверен: ${countOf(registry.rowsCount, ROWS)}, с ошибками ${registry.failedCount}`,
    to: registryAddress(registry),
    tone: registry.failedCount > 0 ? "warning" : "good",
  }),
  RegistryApprovalRequired: ({ registry }) => ({
    text: `${nameOf(registry)} ждёт согласования`,
    to: registryAddress(registry),
    tone: "warning",
  }),
  RegistryApproved: ({ registry, startsAt }) => ({
    text: `${nameOf(registry)} согласован: выплата начнётся ${formatMoscowTime(new Date(startsAt))}`,
    to: registryAddress(registry),
    tone: "good",
  }),
  RegistryApprovalRejected: ({ registry, rejectReason, rejectComment }) => ({
    text: `${nameOf(registry)} не согласован${reasonEnding({ reason: rejectReason, comment: rejectComment })}`,
    to: registryAddress(registry),
    tone: "bad",
  }),
  RegistryExecuted: ({ registry }) => ({
    text: `${nameOf(registry)} выполнен: ${resultOf(registry)}`,
    to: registryAddress(registry),
    tone: registry.failedCount > 0 ? "warning" : "good",
  }),
  BankDiffers: ({ count }) => ({
    text: `Сверка с банком нашла расхождения: ${countOf(count, ROWS)}`,
    detail: "Посмотрите их в «Сверке». Мы тоже их видим и разбираемся",
    to: "/profile/account/transactions",
    tone: "bad",
    icon: "alert",
  }),
  ExportReady: ({ export: { title } }) => ({
    text: `Выгрузка ${quoted(title)} готова`,
    to: "/profile/account/uploads",
    tone: "good",
  }),
  ExportFailed: ({ export: { title } }) => ({
    text: `Выгрузка ${quoted(title)} не сформирована. Закажите её ещё раз`,
    to: "/profile/account/uploads",
    tone: "bad",
  }),
};

/** `job`, `payroll`, `workman`, `workman-registration`: pages end in `-registry`. */
function registryAddress(registry: { readonly id: number; readonly kind: string }): string {
  return `/profile/${registry.kind.toLowerCase().replaceAll("_", "-")}-registry/${registry.id}`;
}

/** In the words of the registry's page. */
function resultOf(registry: NoticePayload<"RegistryExecuted">["registry"]): string {
  const { kind, doneCount, rowsCount, failedCount } = registry;
  const errorsCount = "errorsCount" in registry ? registry.errorsCount : undefined;
  const [done, failed] =
    kind === "payroll" ? ["выплачено", "не прошло"] : ["применено", "не применено"];
  const counts =
    errorsCount === undefined
      ? [["не выполнено", failedCount] as const]
      : [[failed, failedCount - errorsCount] as const, ["с ошибками", errorsCount] as const];
  return [
    `${errorsCount === undefined ? "готово" : done} ${doneCount} из ${rowsCount}`,
    ...counts.flatMap(([words, count]) => (count > 0 ? `${words} ${count}` : [])),
  ].join(", ");
}

/** Older notices have other kinds. */
function nameOf({ kind, number }: { readonly kind: string; readonly number: number }): string {
  return registryTitle(kind.toLowerCase().replaceAll("_", "-") as RegistryKindName, number);
}
