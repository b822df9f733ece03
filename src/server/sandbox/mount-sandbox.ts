import type { FastifyInstance } from "fastify";
import type { Actor } from "#server/http/actor.ts";
import type { DecisionKind } from "#server/decision.ts";
import type { Platform } from "#server/platform.ts";
import { serveCardBindingPage } from "./card-binding-page.ts";
import { serveReceiptPage } from "./receipt-page.ts";
import { makeSandboxHandlers } from "./sandbox-routes.ts";
import { serveSandbox } from "./serve-sandbox.ts";
import type { SharedClock } from "./shared-clock.ts";

export function mountSandbox(
  http: FastifyInstance,
  platform: Platform,
  {
    sharedClock,
    decisions,
    actorOf,
  }: {
    readonly sharedClock: SharedClock;
    readonly decisions: readonly DecisionKind[];
    actorOf(authorization: string | undefined): Promise<Actor | null>;
  },
): void {
  // Moved between the start and the first message, the clock would be behind, and fresh tokens of
  // other processes refused.
  http.addHook("onReady", () => sharedClock.caughtUp());
  serveSandbox(http, makeSandboxHandlers(platform, { sharedClock, decisions, actorOf }));
  serveCardBindingPage(http, platform.db);
  serveReceiptPage(http, platform.db, platform.clock);
}
