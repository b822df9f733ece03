import type { Module } from "#server/module.ts";
import { listenForActs } from "./listeners.ts";
import { servePayouts } from "./routes.ts";
import { awaitOrdersTask, listenForReturnedPayouts, sendOrdersTask } from "./tasks/bank-orders.ts";

/** The life of one payment: hold, act, receipt, bank order, return. */
export const payoutsModule: Module = {
  listeners(platform) {
    listenForActs(platform);
    listenForReturnedPayouts(platform);
  },
  tasks: (platform) => [sendOrdersTask(platform), awaitOrdersTask(platform)],
  routes: (serve, platform) => servePayouts(serve, platform),
};
