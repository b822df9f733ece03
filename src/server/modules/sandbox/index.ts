import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { JobOffers } from "#server/modules/job-offers/index.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { OffsetClock } from "#server/platform/clock.ts";
import type { LiveHub } from "#server/platform/live.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { serveCardBindingPage } from "./card-binding-page.ts";
import { serveReceiptPage } from "./receipt-page.ts";
import { makeSandboxHandlers } from "./sandbox-routes.ts";
import { serveSandbox } from "./serve-sandbox.ts";
import { shareClock } from "./shared-clock.ts";

export interface SandboxDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: OffsetClock;
  /** Tells the processes of each other's moved clocks. */
  readonly hub: Pick<LiveHub, "subscribe">;
  /** What the moderator decides and the helper page emits reaches people as everything else does. */
  readonly events: ProductEventBus;
  /** Offers decide themselves what a moderator's word means for them. */
  readonly offers: Pick<JobOffers, "reject" | "decideArbitration">;
  /** What the product's tables keep of an invitation's id. */
  digestOfInvitation(id: string): Buffer;
}

/** The developer's helper: one-time codes, the moderator, the bank, the tax service and the clock. Mounted only while the sandbox is on. */
export interface Sandbox {
  mount(http: FastifyInstance, actorOf: (authorization: string | undefined) => Promise<Actor | null>): void;
}

/** Made in every process, workers too: their clocks follow. */
export function makeSandbox(deps: SandboxDependencies): Sandbox {
  const sharedClock = shareClock(deps);
  return {
    mount(http, actorOf) {
      serveSandbox(http, makeSandboxHandlers(deps, sharedClock, actorOf));
      serveCardBindingPage(http, deps.db);
      serveReceiptPage(http, deps.db, deps.clock);
    },
  };
}

export { readClockOffset } from "./move-clock.ts";
export { topUpAccount } from "./top-up-account.ts";
