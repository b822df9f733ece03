import type { Module } from "#server/module.ts";
import { deliverTask } from "./deliver-task.ts";
import { serveDeliveries } from "./delivery-routes.ts";
import { listenForWebhooks } from "./webhook-listeners.ts";
import { serveWebhooks } from "./webhook-routes.ts";

/** Events of a company sent to its own systems. */
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
