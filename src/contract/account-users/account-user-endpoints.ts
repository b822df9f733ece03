import { Type } from "typebox";
import { Role } from "#contract/access/roles.ts";
import {
  CodeSent,
  EmailInput,
  nullable,
  OtpCode,
  PhoneInput,
  Search,
  sorting,
  text,
} from "#contract/kernel/fields.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { itemsOf, listOf, pagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { AccountInvitation, AccountUser } from "./account-user.ts";

const roleID = Role.properties.id;
/** The owner's, for a role that pays while the company has rules of approval. */
const otp = Type.Optional(OtpCode);
const projectIDs = Type.Optional(nullable(Type.Array(Id, { maxItems: 1000 })));

/** Source: specification §7, «Users»; the paths keep its trailing slash. */
export const accountUserEndpoints = defineEndpoints("account-users", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/account/users/",
    access: "account-users.view",
    summary: "Пользователи компании",
    query: Type.Object({
      ...pagingQuery,
      search: Search,
      roleIDs: Type.Optional(queryList(roleID)),
      ...sorting("name", "createdAt", "lastSeenAt"),
    }),
    answer: listOf(AccountUser),
  },
  create: {
    base: "open",
    method: "POST",
    path: "/v1/account/users/",
    access: "account-users.manage",
    summary: "Пригласить пользователя: он появится в компании, когда примет приглашение",
    body: Type.Object({
      name: text(200, 1),
      phone: PhoneInput,
      email: Type.Optional(EmailInput),
      roleID,
      projectIDs,
      otp,
    }),
    answer: AccountUser,
  },
  update: {
    base: "open",
    method: "PUT",
    path: "/v1/account/users/{id}",
    access: "account-users.manage",
    summary: "Изменить e-mail, роль или проекты пользователя; свою роль изменить нельзя",
    params: idParams,
    body: Type.Object({
      email: Type.Optional(EmailInput),
      roleID: Type.Optional(roleID),
      projectIDs,
      otp,
    }),
    answer: AccountUser,
  },
  delete: {
    base: "open",
    method: "DELETE",
    path: "/v1/account/users/{id}",
    access: "account-users.manage",
    summary: "Удалить пользователя; единственного владельца удалить нельзя",
    params: idParams,
    answer: Done,
  },
  /** By the verified phone of the session. */
  invitations: {
    base: "open",
    method: "GET",
    path: "/v1/me/account-invitations",
    access: "signed-in",
    summary: "Компании, которые приглашают меня сотрудником",
    answer: itemsOf(AccountInvitation),
    added: true,
  },
  sendInvitationCode: {
    base: "open",
    method: "POST",
    path: "/v1/me/account-invitations/{id}/send-code",
    access: "signed-in",
    summary: "Отправить код, которым принимают приглашение",
    params: idParams,
    answer: CodeSent,
    added: true,
  },
  /** `roleID`: the role shown; 409 when it has changed. */
  acceptInvitation: {
    base: "open",
    method: "POST",
    path: "/v1/me/account-invitations/{id}/accept",
    access: "signed-in",
    summary: "Принять приглашение кодом из СМС и стать сотрудником компании",
    params: idParams,
    body: Type.Object({ otp: OtpCode, roleID }),
    answer: Type.Object({ accountID: Id }),
    idempotent: true,
    added: true,
  },
  declineInvitation: {
    base: "open",
    method: "POST",
    path: "/v1/me/account-invitations/{id}/decline",
    access: "signed-in",
    summary: "Отказаться от приглашения",
    params: idParams,
    answer: Done,
    added: true,
  },
});
