import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { OneTimeCodes } from "#server/modules/auth/index.ts";
import type { JobOffers } from "#server/modules/job-offers/index.ts";
import type { Clock } from "#server/data/clock.ts";

export interface MassArbitrateDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly codes: OneTimeCodes;
  readonly files: FileStorage;
  readonly offers: Pick<JobOffers, "propose">;
  /** Where files grow before the storage takes them. */
  readonly directory: string;
  readonly log: { error(fields: object, message: string): void };
}
