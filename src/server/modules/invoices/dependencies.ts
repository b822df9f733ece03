import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { Clock } from "#server/data/clock.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface InvoiceDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly bank: BankGateway;
  readonly events: ProductEventBus;
}
