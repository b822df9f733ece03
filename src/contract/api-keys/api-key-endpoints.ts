import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { nullable, OtpCode, text } from "#contract/kernel/fields.ts";
import { listOf, pagingQuery } from "#contract/kernel/paging.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { CalendarDate } from "#contract/values/wire.ts";
import { ApiKey, API_KEY_ROLES, MOST_API_KEY_IPS, type ApiKeyRole } from "./api-key.ts";

/** Receives the one-time codes of the key. */
const codeUserID = Id;
const ips = Type.Array(text(43, 2), { maxItems: MOST_API_KEY_IPS });

/**
 * `Authorization: Bearer sk_…` in the open API. Added: the matrix of rights names keys, the
 * specification's calls do not.
 */
export const apiKeyEndpoints = defineEndpoints("api-keys", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/account/api-keys",
    access: "settings.view",
    summary: "Ключи API компании",
    query: Type.Object({ ...pagingQuery }),
    answer: listOf(ApiKey),
    added: true,
  },
  create: {
    base: "open",
    method: "POST",
    path: "/v1/account/api-keys",
    access: "settings.manage",
    summary: "Выпустить ключ API: сам ключ есть только в этом ответе",
    body: Type.Object({
      title: text(60, 1),
      roleID: Type.Unsafe<ApiKeyRole>({ type: "string", enum: [...API_KEY_ROLES] }),
      ips: Type.Optional(ips),
      codeUserID,
      /** Last day, Moscow time; without it, until revoked. */
      expiresOn: Type.Optional(nullable(CalendarDate)),
    }),
    answer: Type.Object({ key: ApiKey, secret: Type.String() }),
    added: true,
  },
  takeOver: {
    base: "open",
    method: "POST",
    path: "/v1/account/api-keys/{id}/take-over",
    access: "account.delete",
    summary:
      "Принять ключ API: владелец отвечает за него и выбирает, кому приходят коды. Код — действие API_KEY_TAKEOVER с номером ключа",
    params: idParams,
    body: Type.Object({ codeUserID, otp: OtpCode }),
    answer: ApiKey,
    added: true,
  },
  updateNetworks: {
    base: "open",
    method: "PUT",
    path: "/v1/account/api-keys/{id}/networks",
    access: "settings.manage",
    summary:
      "Заменить адреса, с которых принимается ключ; пустой список — с любого. Добавить адрес можно только с кодом владельца",
    params: idParams,
    body: Type.Object({ ips, otp: Type.Optional(OtpCode) }),
    answer: ApiKey,
    added: true,
  },
  revoke: {
    base: "open",
    method: "POST",
    path: "/v1/account/api-keys/{id}/revoke",
    access: "settings.manage",
    summary: "Отозвать ключ API",
    params: idParams,
    answer: ApiKey,
    added: true,
  },
});
