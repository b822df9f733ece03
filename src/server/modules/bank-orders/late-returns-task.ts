import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import { inBatchTransaction } from "#server/platform/batch-transaction.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { ProductEventBus } from "#server/product-events.ts";

const RETURN_WINDOW_DAYS = 11;
const BATCH = 1000;

interface Dependencies {
  readonly db: Kysely<Schema>;
  readonly bank: BankGateway;
  readonly clock: Clock;
  readonly events: ProductEventBus;
}

/**
 * Finds money that came back after the bank had confirmed it, up to ten days later. Whoever has ordered it listens to
 * `bank.order-returned` and knows his orders by their ids; hearing of one again changes nothing.
 */
export function lateReturnsTask({ db, bank, clock, events }: Dependencies): BackgroundTask {
  // Kept in memory: after a restart the whole window is read again, and what is known already changes nothing.
  let since = new Date(clock.now().getTime() - RETURN_WINDOW_DAYS * 86_400_000);
  return {
    name: "bank-orders.late-returns",
    idleMs: 5000,
    async run() {
      const returns = await bank.returnsSince(since);
      for (const { orderId, reason } of returns) {
        await inBatchTransaction(db, (trx) => events.publish(trx, "bank.order-returned", { orderId, reason, at: clock.now() }));
      }
      const last = returns.at(-1);
      if (last) since = last.at;
      return returns.length === BATCH;
    },
  };
}
