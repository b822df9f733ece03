import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Secrets } from "#server/data/secrets.ts";

export interface ApiKeyDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** The outside services are simulated: keys issued now are for trying. */
  readonly sandbox: boolean;
}
