import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { TaxService } from "#server/integrations/tax-service/port.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface WorkmanRegistrationDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly bank: BankGateway;
  readonly taxService: TaxService;
  readonly files: FileStorage;
  readonly events: ProductEventBus;
}
