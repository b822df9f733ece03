import type { Clock } from "#server/platform/clock.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { listenForNotices } from "./notice-listeners.ts";
import { serveNotices } from "./notices-routes.ts";

export interface NoticesDependencies {
  readonly clock: Clock;
  readonly events: ProductEventBus;
}

/** What people are told. Nobody calls this module: it listens to the product's events. */
export function makeNotices(deps: NoticesDependencies): { routes(serve: Serve): void } {
  listenForNotices(deps.events);
  return { routes: (serve) => serveNotices(serve, deps) };
}
