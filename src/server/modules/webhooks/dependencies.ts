import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { WebhookReceiver } from "#server/integrations/webhook-receiver/port.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface WebhookDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly events: ProductEventBus;
  readonly receiver: WebhookReceiver;
}
