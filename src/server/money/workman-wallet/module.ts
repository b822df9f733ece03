import type { Module } from "#server/module.ts";
import { bankOrderTasks, listenForLateReturns } from "#server/money/bank-orders/index.ts";
import { serveCards } from "./routes/cards.ts";
import { cardBindingsTask, cardStatusesTask } from "./tasks/cards.ts";
import { servePaymentDetails } from "./routes/payment-details.ts";
import { serveWaitingWithdrawals } from "./routes/waiting-withdrawals.ts";
import { serveWalletReading } from "./routes/wallet.ts";
import { serveWithdrawal } from "./routes/withdrawal.ts";
import { withdrawalOrders } from "./tasks/withdrawals.ts";

export const walletModule: Module = {
  listeners: (platform) => listenForLateReturns(platform, withdrawalOrders(platform)),
  tasks: (platform) => [
    cardBindingsTask(platform),
    cardStatusesTask(platform),
    ...bankOrderTasks(platform, withdrawalOrders(platform)),
  ],
  routes(serve, platform) {
    serveWalletReading(serve);
    serveCards(serve, platform);
    servePaymentDetails(serve, platform);
    serveWithdrawal(serve, platform);
    serveWaitingWithdrawals(serve, platform);
  },
};
