import { Type } from "typebox";
import { Role } from "#contract/auth/session.ts";
import { defineEndpoints } from "#contract/http/define-endpoints.ts";
import { EmailInput, nullable, PhoneInput, Search, sorting, text } from "#contract/http/fields.ts";
import { listOf, pagingQuery } from "#contract/http/paging.ts";
import { queryList } from "#contract/http/query-lists.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { AccountUser } from "./account-user.ts";

const roleID = Role.properties.id;
const projectIDs = Type.Optional(nullable(Type.Array(Id, { maxItems: 1000 })));

/** Sub-users of a company and their roles. Source: specification §7, «Users»; the paths keep its trailing slash. */
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
    summary: "Добавить пользователя",
    body: Type.Object({ name: text(200, 1), phone: PhoneInput, email: Type.Optional(EmailInput), roleID, projectIDs }),
    answer: AccountUser,
  },
  update: {
    base: "open",
    method: "PUT",
    path: "/v1/account/users/{id}",
    access: "account-users.manage",
    summary: "Изменить e-mail, роль или проекты пользователя; свою роль изменить нельзя",
    params: idParams,
    body: Type.Object({ email: Type.Optional(EmailInput), roleID: Type.Optional(roleID), projectIDs }),
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
});
