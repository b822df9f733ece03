import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import type { PreparedQuery } from "#server/data/prepared-query.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface JobsDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: ProductEventBus;
  /** The prepared queries of the database a list is read from. */
  readonly askOf: (db: Kysely<Schema>) => PreparedQuery;
}
