import type { Module } from "#server/module.ts";
import { listenForActs } from "./act-listeners.ts";
import { awaitOrdersTask, listenForReturnedPayouts, sendOrdersTask } from "./bank-tasks.ts";
import { servePayouts } from "./payout-routes.ts";
import { registerReceiptsTask } from "./register-receipts.ts";
import { serveReceipts } from "./receipt-routes.ts";
import { reissueReceiptsTask } from "./reissue-receipts-task.ts";
import { reverseReceiptsTask } from "./reverse-receipts.ts";
import { sweepReceiptsTask } from "./sweep-receipts.ts";

/** The life of one payment: hold, act, receipt, bank order, return. */
export const payoutsModule: Module = {
  listeners(platform) {
    listenForActs(platform.events);
    listenForReturnedPayouts(platform);
  },
  tasks: (platform) => [
    registerReceiptsTask(platform),
    sendOrdersTask(platform),
    awaitOrdersTask(platform),
    reverseReceiptsTask(platform),
    reissueReceiptsTask(platform),
    sweepReceiptsTask(platform),
  ],
  routes(serve, platform) {
    serveReceipts(serve, platform);
    servePayouts(serve, platform);
  },
};
