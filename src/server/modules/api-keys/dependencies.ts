import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Secrets } from "#server/platform/secrets.ts";

export interface ApiKeyDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** The outside services are simulated: keys issued now are for trying. */
  readonly sandbox: boolean;
}
