import type { Module } from "#server/module.ts";
import { bankOrderTasks, listenForLateReturns } from "#server/money/bank-orders/index.ts";
import { paymentDecision } from "./actions/decide-payment.ts";
import { expireInvoicesTask } from "./tasks/expire-invoices.ts";
import { serveInvoices } from "./routes.ts";
import { bookStatementTask, readStatementTask } from "./tasks/read-statement.ts";
import { returnOrders } from "./tasks/return-payments.ts";

export const invoicesModule: Module = {
  listeners: (platform) => listenForLateReturns(platform, returnOrders(platform.db)),
  tasks: (platform) => [
    readStatementTask(platform),
    bookStatementTask(platform),
    ...bankOrderTasks(platform, returnOrders(platform.db)),
    expireInvoicesTask(platform),
  ],
  decisions: (platform) => [paymentDecision(platform)],
  routes: (serve, platform) => serveInvoices(serve, platform),
};
