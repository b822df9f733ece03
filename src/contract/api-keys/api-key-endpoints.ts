import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { OtpCode, text } from "#contract/kernel/fields.ts";
import { listOf, pagingQuery } from "#contract/kernel/paging.ts";
import { idParams } from "#contract/values/ids.ts";
import { ApiKey, MOST_API_KEY_IPS, NewApiKey } from "./api-key.ts";

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
    summary:
      "Выпустить ключ API: сам ключ есть только в этом ответе. Пока у компании есть правила согласования, нужен код владельца",
    body: Type.Object({ ...NewApiKey.properties, otp: Type.Optional(OtpCode) }),
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
    body: Type.Object({ codeUserID: NewApiKey.properties.codeUserID, otp: OtpCode }),
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
    body: Type.Object({
      ips: Type.Array(text(43, 2), { maxItems: MOST_API_KEY_IPS }),
      otp: Type.Optional(OtpCode),
    }),
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
