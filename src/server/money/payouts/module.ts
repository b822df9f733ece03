import type { Module } from "#server/module.ts";
import { bankOrderTasks, listenForLateReturns } from "#server/money/bank-orders/index.ts";
import { listenForActs } from "./listeners.ts";
import { payoutOrders } from "./payout-orders.ts";
import { servePayouts } from "./routes.ts";

/** A payment's life: hold, act, receipt, bank order, return. */
export const payoutsModule: Module = {
  listeners(platform) {
    listenForActs(platform);
    listenForLateReturns(platform, payoutOrders(platform));
  },
  tasks: (platform) => bankOrderTasks(platform, payoutOrders(platform)),
  routes: (serve, platform) => servePayouts(serve, platform),
};
