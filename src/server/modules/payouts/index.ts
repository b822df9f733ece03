import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { TaxService } from "#server/integrations/tax-service/port.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { awaitOrdersTask, lateReturnsTask, sendOrdersTask } from "./bank-tasks.ts";
import { giveUpPayout, retryPayout } from "./decide-payout.ts";
import { openPayouts, type OpenedPayouts } from "./open-payouts.ts";
import { registerReceiptsTask } from "./register-receipts.ts";
import { serveReceipts } from "./receipt-routes.ts";
import { reverseReceiptsTask } from "./reverse-receipts.ts";
import { sweepReceiptsTask } from "./sweep-receipts.ts";

export interface PayoutDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly bank: BankGateway;
  readonly taxService: TaxService;
  readonly events: ProductEventBus;
}

/** The life of one payment: hold, act, receipt, bank order, return. */
export interface Payouts {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
  open(trx: Trx, request: Parameters<typeof openPayouts>[1]): Promise<OpenedPayouts>;
  retry(trx: Trx, key: { accountId: number; payoutId: bigint }): Promise<void>;
  giveUp(trx: Trx, key: { accountId: number; payoutId: bigint }): Promise<void>;
}

export function makePayouts(deps: PayoutDependencies): Payouts {
  return {
    tasks: [registerReceiptsTask(deps), sendOrdersTask(deps), awaitOrdersTask(deps), lateReturnsTask(deps), reverseReceiptsTask(deps), sweepReceiptsTask(deps)],
    routes: (serve) => serveReceipts(serve, deps),
    open: openPayouts,
    retry: (trx, key) => retryPayout(deps, trx, key),
    giveUp: (trx, key) => giveUpPayout(deps, trx, key),
  };
}
