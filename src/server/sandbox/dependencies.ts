import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { JobOffers } from "#server/modules/job-offers/index.ts";
import type { OffsetClock } from "#server/data/clock.ts";
import type { LiveHub } from "#server/data/live.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface SandboxDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: OffsetClock;
  /** Tells processes of clocks moved by others. */
  readonly hub: Pick<LiveHub, "subscribe">;
  /** For notices of the moderator's decisions and of the helper page. */
  readonly events: ProductEventBus;
  readonly offers: Pick<JobOffers, "reject" | "decideArbitration">;
  /** Digest of an invitation's id, as the product's tables store it. */
  digestOfInvitation(id: string): Buffer;
}
