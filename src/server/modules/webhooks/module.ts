import type { Module } from "#server/module.ts";
import { deliverTask } from "./tasks/deliver.ts";
import { serveDeliveries } from "./routes/deliveries.ts";
import { listenForWebhooks } from "./listeners.ts";
import { serveWebhooks } from "./routes/webhooks.ts";

export const webhooksModule: Module = {
  listeners: (platform) => listenForWebhooks(platform.events),
  tasks: (platform) => [deliverTask(platform)],
  routes(serve, platform) {
    serveWebhooks(serve, platform);
    serveDeliveries(serve, platform);
  },
  keepRules: [
    // The log of messages.
    { table: "webhook_deliveries", since: "created_at", keepHours: 30 * 24 },
  ],
};
