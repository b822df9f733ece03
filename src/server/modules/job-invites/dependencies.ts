import type { Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export interface JobInvitesDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly sms: SmsGateway;
  readonly events: ProductEventBus;
  /** Where the links of messages lead; `null`: nobody is invited by a link. */
  readonly publicUrl: string | null;
  /**
   * Gives the job to the worker and freezes its money. @throws AppError `conflict` or
   * `insufficient_funds` in words for the worker.
   */
  assign(
    trx: Trx,
    request: {
      accountId: number;
      jobId: bigint;
      workmanId: number;
      amountKopecks: bigint;
      by: Actor;
      at: Date;
    },
  ): Promise<{ offerId: bigint }>;
}
