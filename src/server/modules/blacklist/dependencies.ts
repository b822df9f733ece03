import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";

export interface BlacklistDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
}
