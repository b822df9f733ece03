import type { Module } from "#server/module.ts";
import { serveCards } from "./card-routes.ts";
import { cardBindingsTask, cardStatusesTask } from "./card-tasks.ts";
import { servePaymentDetails } from "./save-payment-details.ts";
import { serveWalletReading } from "./wallet-routes.ts";
import { serveWithdrawal } from "./withdraw.ts";
import {
  awaitWithdrawalsTask,
  listenForReturnedWithdrawals,
  sendWithdrawalsTask,
} from "./withdrawal-tasks.ts";

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
