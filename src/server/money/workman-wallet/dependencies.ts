import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { OneTimeCodes } from "#server/modules/auth/index.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface WalletDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly bank: BankGateway;
  readonly codes: OneTimeCodes;
  readonly events: ProductEventBus;
  /** The site's public URL; `null` while unknown: the bank's page then returns to this origin. */
  readonly publicUrl: string | null;
}
