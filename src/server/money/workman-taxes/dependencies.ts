import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { TaxService } from "#server/integrations/tax-service/port.ts";
import type { Clock } from "#server/data/clock.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface WorkmanTaxesDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly taxService: TaxService;
  readonly bank: BankGateway;
  readonly files: FileStorage;
  readonly events: ProductEventBus;
}
