import type { Module } from "#server/module.ts";
import { serveCards } from "./routes/cards.ts";
import { cardBindingsTask, cardStatusesTask } from "./tasks/cards.ts";
import { servePaymentDetails } from "./routes/payment-details.ts";
import { serveWalletReading } from "./routes/wallet.ts";
import { serveWithdrawal } from "./routes/withdrawal.ts";
import {
  awaitWithdrawalsTask,
  listenForReturnedWithdrawals,
  sendWithdrawalsTask,
} from "./tasks/withdrawals.ts";

/** The worker's money, cards and payment details. */
export const walletModule: Module = {
  listeners: (platform) => listenForReturnedWithdrawals(platform),
  tasks: (platform) => [
    cardBindingsTask(platform),
    cardStatusesTask(platform),
    sendWithdrawalsTask(platform),
    awaitWithdrawalsTask(platform),
  ],
  routes(serve, platform) {
    serveWalletReading(serve);
    serveCards(serve, platform);
    servePaymentDetails(serve, platform);
    serveWithdrawal(serve, platform);
  },
};
