import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Maps } from "#server/integrations/maps/port.ts";
import type { Clock } from "#server/data/clock.ts";

export interface ReferenceDataDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly maps: Maps;
}
