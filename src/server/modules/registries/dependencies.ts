import type { Kysely } from "kysely";
import type pg from "pg";
import type { Schema } from "#server/data/generated/schema.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import type { OneTimeCodes } from "#server/modules/auth/index.ts";
import type { Payouts } from "#server/money/payouts/index.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Reads } from "#server/data/reads.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface RegistryDependencies {
  readonly db: Kysely<Schema>;
  readonly reads: Reads;
  /** For COPY and other streams that Kysely does not carry. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly sms: SmsGateway;
  /** Where the links of messages lead; `null`: nobody is invited by a link. */
  readonly publicUrl: string | null;
  readonly codes: OneTimeCodes;
  readonly files: FileStorage;
  readonly payouts: Payouts;
  readonly events: ProductEventBus;
}
