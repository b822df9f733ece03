import type { Kysely } from "kysely";
import type { Schema } from "#server/database/schema.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { OneTimeCodes } from "#server/modules/auth/index.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { serveCards } from "./card-routes.ts";
import { cardBindingsTask, cardStatusesTask } from "./card-tasks.ts";
import { servePaymentDetails } from "./save-payment-details.ts";
import { serveWalletReading } from "./wallet-routes.ts";
import { serveWithdrawal } from "./withdraw.ts";
import { awaitWithdrawalsTask, listenForReturnedWithdrawals, sendWithdrawalsTask } from "./withdrawal-tasks.ts";

export interface WalletDependencies {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly bank: BankGateway;
  readonly codes: OneTimeCodes;
  readonly events: ProductEventBus;
  /** Where the console is seen from outside; `null` while it is not known: the bank's page then leads back to this origin. */
  readonly publicUrl: string | null;
}

/** The worker's money, cards and payment details. */
export interface Wallet {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export function makeWallet(deps: WalletDependencies): Wallet {
  listenForReturnedWithdrawals(deps);
  return {
    tasks: [cardBindingsTask(deps), cardStatusesTask(deps), sendWithdrawalsTask(deps), awaitWithdrawalsTask(deps)],
    routes(serve) {
      serveWalletReading(serve);
      serveCards(serve, deps);
      servePaymentDetails(serve, deps);
      serveWithdrawal(serve, deps);
    },
  };
}
