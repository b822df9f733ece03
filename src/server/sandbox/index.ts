import type { FastifyInstance } from "fastify";
import type { Actor } from "#server/http/actor.ts";
import { serveCardBindingPage } from "./card-binding-page.ts";
import type { SandboxDependencies } from "./dependencies.ts";
import { serveReceiptPage } from "./receipt-page.ts";
import { makeSandboxHandlers } from "./sandbox-routes.ts";
import { serveSandbox } from "./serve-sandbox.ts";
import { shareClock } from "./shared-clock.ts";

/**
 * The developer's helper: one-time codes, moderator, bank, tax service and clock. Mounted only with
 * the sandbox on.
 */
export interface Sandbox {
  mount(
    http: FastifyInstance,
    actorOf: (authorization: string | undefined) => Promise<Actor | null>,
  ): void;
}

/** Made in every process, as workers' clocks follow too. */
export function makeSandbox(deps: SandboxDependencies): Sandbox {
  const sharedClock = shareClock(deps);
  return {
    mount(http, actorOf) {
      // Before the first request: a clock moved before the first message would be behind and reject
      // fresh tokens of other processes.
      http.addHook("onReady", () => sharedClock.caughtUp());
      serveSandbox(http, makeSandboxHandlers(deps, sharedClock, actorOf));
      serveCardBindingPage(http, deps.db);
      serveReceiptPage(http, deps.db, deps.clock);
    },
  };
}

export { readClockOffset } from "./move-clock.ts";
export { topUpAccount } from "./top-up-account.ts";
