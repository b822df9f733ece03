import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import { serveCards } from "./card-routes.ts";
import { cardBindingsTask, cardStatusesTask } from "./card-tasks.ts";
import type { WalletDependencies } from "./dependencies.ts";
import { servePaymentDetails } from "./save-payment-details.ts";
import { serveWalletReading } from "./wallet-routes.ts";
import { serveWithdrawal } from "./withdraw.ts";
import {
  awaitWithdrawalsTask,
  listenForReturnedWithdrawals,
  sendWithdrawalsTask,
} from "./withdrawal-tasks.ts";

export interface Wallet {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export function makeWallet(deps: WalletDependencies): Wallet {
  listenForReturnedWithdrawals(deps);
  return {
    tasks: [
      cardBindingsTask(deps),
      cardStatusesTask(deps),
      sendWithdrawalsTask(deps),
      awaitWithdrawalsTask(deps),
    ],
    routes(serve) {
      serveWalletReading(serve);
      serveCards(serve, deps);
      servePaymentDetails(serve, deps);
      serveWithdrawal(serve, deps);
    },
  };
}
