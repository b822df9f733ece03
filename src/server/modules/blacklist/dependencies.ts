import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { Clock } from "#server/platform/clock.ts";

export interface BlacklistDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
}
