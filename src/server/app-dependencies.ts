import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Integrations } from "./integrations/index.ts";
import type { OffsetClock } from "#server/data/clock.ts";
import type { Database } from "#server/data/database.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Reads } from "#server/data/reads.ts";

/** What the product stands on; `connectProduct` makes it. */
export interface AppDependencies {
  readonly config: Config;
  readonly db: Database;
  /** A few connections for what must be kept whatever becomes of a request's transaction. */
  readonly outside: Database;
  /** Where lists and exports are read. */
  readonly reads: Reads;
  readonly clock: OffsetClock;
  readonly secrets: Secrets;
  readonly integrations: Integrations;
  readonly logger: Logger;
}
