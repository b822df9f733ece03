import type { FastifyInstance } from "fastify";
import type { Actor } from "#server/http/actor.ts";
import { serveCardBindingPage } from "./card-binding-page.ts";
import type { SandboxDependencies } from "./dependencies.ts";
import { serveReceiptPage } from "./receipt-page.ts";
import { makeSandboxHandlers } from "./sandbox-routes.ts";
import { serveSandbox } from "./serve-sandbox.ts";
import { shareClock } from "./shared-clock.ts";

/**
 * The developer's helper: one-time codes, the moderator, the bank, the tax service and the clock.
 * Mounted only while the sandbox is on.
 */
export interface Sandbox {
  mount(
    http: FastifyInstance,
    actorOf: (authorization: string | undefined) => Promise<Actor | null>,
  ): void;
}

/** Made in every process, workers too: their clocks follow. */
export function makeSandbox(deps: SandboxDependencies): Sandbox {
  const sharedClock = shareClock(deps);
  return {
    mount(http, actorOf) {
      // Moved between the start and the first message, the clock would be behind in the first
      // requests, and fresh tokens of other processes refused.
      http.addHook("onReady", () => sharedClock.caughtUp());
      serveSandbox(http, makeSandboxHandlers(deps, sharedClock, actorOf));
      serveCardBindingPage(http, deps.db);
      serveReceiptPage(http, deps.db, deps.clock);
    },
  };
}

export { readClockOffset } from "./move-clock.ts";
export { topUpAccount } from "./top-up-account.ts";
