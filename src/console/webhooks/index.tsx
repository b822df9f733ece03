import { lazy } from "react";
import { webhookEndpoints } from "#contract/webhooks/webhook-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { DELIVERIES, WEBHOOKS } from "./webhook-labels.ts";

export const WebhookSection = lazy(() => import("./webhook-section.tsx"));

export const webhooksModule: NounModule = {
  resources: [
    {
      name: WEBHOOKS,
      label: "Вебхуки",
      base: "open",
      endpoints: {
        getList: webhookEndpoints.list,
        getOne: webhookEndpoints.info,
        isPlain: true,
      },
      paths: { show: "/profile/account/webhooks/:id" },
      access: { list: "settings.view", show: "settings.view" },
    },
    {
      name: DELIVERIES,
      label: "Сообщения вебхука",
      base: "open",
      endpoints: { getList: webhookEndpoints.deliveries },
      access: { list: "settings.view" },
    },
  ],
};
