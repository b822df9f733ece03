import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { periodQuery, text } from "#contract/kernel/fields.ts";
import { listOf, pagingQuery, timePagingQuery } from "#contract/kernel/paging.ts";
import { queryList } from "#contract/kernel/query-lists.ts";
import { Id, idParams } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { Webhook, WEBHOOK_DELIVERY_STATE, WEBHOOK_EVENT, WebhookDelivery } from "./webhook.ts";

const url = text(500, 1);
const events = Type.Array(WEBHOOK_EVENT.schema, { minItems: 1, maxItems: 20 });

/** Added: polling learns late and costs much. */
export const webhookEndpoints = defineEndpoints("webhooks", {
  list: {
    base: "open",
    method: "GET",
    path: "/v1/account/webhooks",
    access: "settings.view",
    summary: "Вебхуки компании",
    query: Type.Object({ ...pagingQuery }),
    answer: listOf(Webhook),
    added: true,
  },
  info: {
    base: "open",
    method: "GET",
    path: "/v1/account/webhooks/{id}",
    access: "settings.view",
    summary: "Вебхук компании",
    params: idParams,
    answer: Webhook,
    added: true,
  },
  create: {
    base: "open",
    method: "POST",
    path: "/v1/account/webhooks",
    access: "settings.manage",
    summary: "Добавить вебхук: секрет подписи есть только в этом ответе",
    body: Type.Object({ url, events }),
    answer: Type.Object({ webhook: Webhook, secret: Type.String() }),
    added: true,
  },
  update: {
    base: "open",
    method: "PUT",
    path: "/v1/account/webhooks/{id}",
    access: "settings.manage",
    summary: "Изменить вебхук: адрес, события, включён ли он",
    params: idParams,
    body: Type.Object({ url, events, isActive: Type.Boolean() }),
    answer: Webhook,
    added: true,
  },
  renewSecret: {
    base: "open",
    method: "POST",
    path: "/v1/account/webhooks/{id}/secret",
    access: "settings.manage",
    summary:
      "Заменить секрет подписи: новый есть только в этом ответе, прежний больше не действует",
    params: idParams,
    answer: Type.Object({ secret: Type.String() }),
    added: true,
  },
  delete: {
    base: "open",
    method: "DELETE",
    path: "/v1/account/webhooks/{id}",
    access: "settings.manage",
    summary: "Удалить вебхук вместе с его сообщениями",
    params: idParams,
    answer: Done,
    added: true,
  },
  test: {
    base: "open",
    method: "POST",
    path: "/v1/account/webhooks/{id}/test",
    access: "settings.manage",
    summary: "Отправить пробное сообщение",
    params: idParams,
    answer: WebhookDelivery,
    added: true,
  },
  deliveries: {
    base: "open",
    method: "GET",
    path: "/v1/account/webhooks/{id}/deliveries",
    access: "settings.view",
    summary: "Сообщения вебхука за тридцать дней, новые первыми",
    params: idParams,
    query: Type.Object({
      ...timePagingQuery,
      ...periodQuery,
      events: Type.Optional(queryList(text(60), 20)),
      states: Type.Optional(queryList(WEBHOOK_DELIVERY_STATE.schema, 4)),
    }),
    answer: listOf(WebhookDelivery),
    added: true,
  },
  resend: {
    base: "open",
    method: "POST",
    path: "/v1/account/webhook-deliveries/{id}/resend",
    access: "settings.manage",
    summary: "Отправить сообщение ещё раз",
    params: Type.Object({ id: Id }),
    answer: WebhookDelivery,
    added: true,
  },
});
