import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { JobOffers } from "#server/modules/job-offers/index.ts";
import type { OffsetClock } from "#server/data/clock.ts";
import type { LiveHub } from "#server/data/live.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface SandboxDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: OffsetClock;
  /** Tells the processes of each other's moved clocks. */
  readonly hub: Pick<LiveHub, "subscribe">;
  /**
   * What the moderator decides and the helper page emits reaches people as everything else does.
   */
  readonly events: ProductEventBus;
  /** Offers decide themselves what a moderator's word means for them. */
  readonly offers: Pick<JobOffers, "reject" | "decideArbitration">;
  /** What the product's tables keep of an invitation's id. */
  digestOfInvitation(id: string): Buffer;
}
