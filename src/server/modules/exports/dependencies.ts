import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Reads } from "#server/data/reads.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface ExportDependencies {
  readonly db: Kysely<Schema>;
  readonly reads: Reads;
  readonly clock: Clock;
  readonly files: FileStorage;
  readonly events: ProductEventBus;
  /** Where files grow before the storage takes them. */
  readonly directory: string;
  readonly log: { error(fields: object, message: string): void };
}
