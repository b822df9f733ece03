import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { Maps } from "#server/integrations/maps/port.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Serve } from "#server/platform/serve.ts";
import { serveReferenceData } from "./reference-data-routes.ts";

export interface ReferenceDataDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly maps: Maps;
}

/** Directories everybody may read: cities, services, closed lists. */
export function makeReferenceData(deps: ReferenceDataDependencies): { routes(serve: Serve): void } {
  return { routes: (serve) => serveReferenceData(serve, deps) };
}
