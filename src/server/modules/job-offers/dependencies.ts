import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { Payouts } from "#server/money/payouts/index.ts";
import type { Clock } from "#server/data/clock.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface JobOffersDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly files: FileStorage;
  readonly events: ProductEventBus;
  readonly payouts: Pick<Payouts, "openForOffers">;
}
