import { countOf } from "#contract/values/plural.ts";
import { formatInstant } from "#console/format/dates.ts";
import { formatRubles } from "#console/format/money.ts";
import { because, workmanAddress, type NoticeViews } from "../notice-view.ts";

type AccountNotice =
  | "AccountAccepted" | "AccountDisabled" | "AccountRejected" | "InvoiceCreated" | "InvoicePaid"
  | "AccountReviewPublished" | "AccountReviewRejected" | "WorkmanReviewPublished" | "WorkmanReviewRejected"
  | "RegistryChecked" | "RegistryApprovalRequired" | "RegistryApproved" | "RegistryApprovalRejected" | "RegistryExecuted" | "ExportReady" | "ExportFailed";

const INVOICES = "/profile/account/invoices";
const ROWS = ["строка", "строки", "строк"] as const;

/** Notices about the company, its money, registries and reviews. Source of the words: `domain.md` §5.4. */
export const ACCOUNT_NOTICES: NoticeViews<AccountNotice> = {
  AccountAccepted: ({ account }) => ({ text: `Компания «${account.companyDetailsName}» прошла проверку: можно размещать задания`, to: "/profile/account" }),
  AccountDisabled: ({ account, rejectReason, rejectComment }) => ({ text: `Компания «${account.companyDetailsName}» заблокирована${because({ reason: rejectReason, comment: rejectComment })}`, to: "/profile/account", tone: "warning" }),
  AccountRejected: ({ account, rejectReason, rejectComment }) => ({ text: `Компания «${account.companyDetailsName}» не прошла проверку${because({ reason: rejectReason, comment: rejectComment })}`, to: "/profile/account", tone: "warning" }),
  InvoiceCreated: ({ invoice }) => ({ text: `Выставлен счёт № ${invoice.number} на ${formatRubles(invoice.amount)}`, to: INVOICES }),
  InvoicePaid: ({ invoice }) => ({ text: `Счёт № ${invoice.number} оплачен`, to: INVOICES }),
  AccountReviewPublished: ({ account }) => ({ text: `Отзыв о компании «${account.companyDetailsName}» опубликован`, to: `/accounts/${account.id}` }),
  AccountReviewRejected: ({ account, rejectReason, rejectComment }) => ({ text: `Отзыв о компании «${account.companyDetailsName}» отклонён модератором${because({ reason: rejectReason, comment: rejectComment })}` }),
  WorkmanReviewPublished: ({ workman }) => ({ text: `Отзыв об исполнителе ${workman.name} опубликован`, to: workmanAddress(workman) }),
  WorkmanReviewRejected: ({ workman, rejectReason, rejectComment }) => ({ text: `Отзыв об исполнителе ${workman.name} отклонён модератором${because({ reason: rejectReason, comment: rejectComment })}`, to: workmanAddress(workman) }),
  RegistryChecked: ({ registry }) => ({
    text: `Реестр № ${registry.number} проверен: ${countOf(registry.rowsCount, ROWS)}, с ошибками ${registry.failedCount}`,
    to: registryAddress(registry),
    tone: registry.failedCount > 0 ? "warning" : undefined,
  }),
  RegistryApprovalRequired: ({ registry }) => ({ text: `Реестр № ${registry.number} ждёт согласования`, to: registryAddress(registry), tone: "warning" }),
  RegistryApproved: ({ registry, startsAt }) => ({ text: `Реестр № ${registry.number} согласован: выплата начнётся ${formatInstant(new Date(startsAt))}`, to: registryAddress(registry) }),
  RegistryApprovalRejected: ({ registry, rejectReason, rejectComment }) => ({ text: `Реестр № ${registry.number} не согласован${because({ reason: rejectReason, comment: rejectComment })}`, to: registryAddress(registry), tone: "warning" }),
  RegistryExecuted: ({ registry }) => ({
    text: `Реестр № ${registry.number} выполнен: готово ${registry.doneCount} из ${registry.rowsCount}${registry.failedCount > 0 ? `, не выполнено ${registry.failedCount}` : ""}`,
    to: registryAddress(registry),
    tone: registry.failedCount > 0 ? "warning" : undefined,
  }),
  ExportReady: ({ export: { title } }) => ({ text: `Выгрузка «${title}» готова`, to: "/profile/account/uploads" }),
  ExportFailed: ({ export: { title } }) => ({ text: `Выгрузка «${title}» не сформирована. Закажите её ещё раз`, to: "/profile/account/uploads", tone: "warning" }),
};

/** Kinds are `job`, `payroll`, `workman`, `workman-registration`; their pages end in `-registry`. */
function registryAddress(registry: { readonly id: number; readonly kind: string }): string {
  return `/profile/${registry.kind.toLowerCase().replaceAll("_", "-")}-registry/${registry.id}`;
}
