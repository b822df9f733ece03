import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Integrations } from "./integrations/index.ts";
import type { OffsetClock } from "#server/data/clock.ts";
import type { Database } from "#server/data/database.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Reads } from "#server/data/reads.ts";

export interface AppDependencies {
  readonly config: Config;
  readonly db: Database;
  /** For writes that must survive a rollback of the request's transaction. */
  readonly outside: Database;
  readonly reads: Reads;
  readonly clock: OffsetClock;
  readonly secrets: Secrets;
  readonly integrations: Integrations;
  readonly logger: Logger;
}
