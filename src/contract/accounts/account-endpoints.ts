import { Type } from "typebox";
import { defineEndpoints, fileAnswer } from "#contract/kernel/define-endpoints.ts";
import {
  EmailInput,
  nullable,
  OtpCode,
  periodQuery,
  Search,
  sorting,
} from "#contract/kernel/fields.ts";
import { itemsOf, listOf, pagingQuery } from "#contract/kernel/paging.ts";
import { PDF } from "#contract/kernel/uploads.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { AccountSummary } from "./account-summary.ts";
import {
  Account,
  AccountCreate,
  AccountSettings,
  AccountSettingsChanges,
  AccountUpdate,
  MyAccountInfo,
  ReasonStatistic,
} from "./account.ts";

/** Source: specification §7, «Account» and «Legacy-style endpoints». */
export const accountEndpoints = defineEndpoints("accounts", {
  delete: {
    base: "open",
    method: "DELETE",
    path: "/v1/account",
    access: "account.delete",
    summary:
      "Удалить компанию: баланс пуст, задания завершены. Код — действие ACCOUNT_DELETE с номером компании",
    body: Type.Object({ otp: OtpCode }),
    answer: Done,
    idempotent: true,
  },
  companyName: {
    base: "open",
    method: "GET",
    path: "/v1/account/{id}/company-name",
    access: "public",
    summary: "Краткое название компании",
    params: idParams,
    answer: Type.Object({ shortCompanyName: Type.String() }),
  },
  exampleOfYearlyContract: {
    base: "open",
    method: "GET",
    path: "/v1/accounts/{id}/download-example-of-yearly-contract",
    access: { anyOf: ["account", "workman"] },
    summary: "Скачать образец годового договора компании с исполнителем",
    params: idParams,
    answer: fileAnswer(PDF),
  },
  info: {
    base: "client",
    method: "GET",
    path: "/account/info",
    access: "public",
    summary: "Страница заказчика",
    query: Type.Object({ accountID: Id }),
    answer: Account,
  },
  list: {
    base: "client",
    method: "GET",
    path: "/account/list",
    access: "public",
    summary: "Каталог заказчиков",
    query: Type.Object({
      ...pagingQuery,
      search: Search,
      cityID: Type.Optional(Id),
      serviceID: Type.Optional(Id),
      ...sorting("rating", "publishedJobsCount", "companyDetailsName", "registeredAt"),
    }),
    answer: listOf(Account),
  },
  myInfo: {
    base: "client",
    method: "GET",
    path: "/account/my-info",
    access: "account",
    summary: "Своя компания: профиль, реквизиты, баланс",
    answer: MyAccountInfo,
  },
  myList: {
    base: "client",
    method: "GET",
    path: "/account/my-list",
    access: "signed-in",
    summary: "Компании, от имени которых можно действовать",
    answer: itemsOf(MyAccountInfo),
  },
  statisticReasons: {
    base: "client",
    method: "GET",
    path: "/account/statistic/reasons",
    access: "account",
    summary: "Сколько раз и по каким причинам отменяли, отклоняли и меняли выплаты",
    query: Type.Object(periodQuery),
    answer: itemsOf(ReasonStatistic),
  },
  create: {
    base: "client",
    method: "POST",
    path: "/account/create",
    access: "signed-in",
    summary: "Зарегистрировать компанию и стать её владельцем",
    body: AccountCreate,
    answer: MyAccountInfo,
    idempotent: true,
  },
  update: {
    base: "client",
    method: "POST",
    path: "/account/update",
    access: "account.update",
    summary: "Изменить профиль и реквизиты компании",
    body: AccountUpdate,
    answer: MyAccountInfo,
  },
  summary: {
    base: "open",
    method: "GET",
    path: "/v1/account/summary",
    access: "account",
    summary:
      "Сводка компании: деньги, дела, выплаты по дням, задания по состояниям, сроки документов",
    answer: AccountSummary,
    added: true,
  },
  settings: {
    base: "open",
    method: "GET",
    path: "/v1/account/settings",
    access: "settings.view",
    summary: "Настройки компании",
    answer: AccountSettings,
    added: true,
  },
  updateSettings: {
    base: "open",
    method: "PUT",
    path: "/v1/account/settings",
    access: "settings.manage",
    summary: "Изменить настройки компании",
    body: AccountSettingsChanges,
    answer: AccountSettings,
    added: true,
  },
  updateNoticeEmail: {
    base: "open",
    method: "PUT",
    path: "/v1/account/notice-email",
    access: "settings.manage",
    summary:
      "Адрес, на который приходят копии уведомлений о компании. Новый подтверждается кодом из письма — действие ACCOUNT_NOTICE_EMAIL",
    /** `null` stops the copies and needs no code. */
    body: Type.Object({ email: nullable(EmailInput), otp: Type.Optional(OtpCode) }),
    answer: AccountSettings,
    added: true,
  },
  transferOwnership: {
    base: "open",
    method: "POST",
    path: "/v1/account/transfer-ownership",
    access: "account.delete",
    summary:
      "Передать владение компанией другому пользователю. Код — действие OWNERSHIP_TRANSFER с его номером",
    body: Type.Object({ accountUserID: Id, otp: OtpCode }),
    answer: Done,
    idempotent: true,
    added: true,
  },
});
