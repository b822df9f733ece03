import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import type { Serve } from "#server/http/serve.ts";
import { deliverTask } from "./deliver-task.ts";
import { serveDeliveries } from "./delivery-routes.ts";
import type { WebhookDependencies } from "./dependencies.ts";
import { listenForWebhooks } from "./webhook-listeners.ts";
import { serveWebhooks } from "./webhook-routes.ts";

/** Events of a company sent to its own systems. */
export function makeWebhooks(deps: WebhookDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  listenForWebhooks(deps.events);
  return {
    tasks: [deliverTask(deps)],
    routes: (serve) => (serveWebhooks(serve, deps), serveDeliveries(serve, deps)),
  };
}

/** The log of messages is kept for thirty days. */
export const WEBHOOKS_KEEP_RULES: readonly KeepRule[] = [
  { table: "webhook_deliveries", since: "created_at", keepHours: 30 * 24 },
];

export { deliverTask } from "./deliver-task.ts";
