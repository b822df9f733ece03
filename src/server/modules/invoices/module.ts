import type { Module } from "#server/module.ts";
import { paymentDecision } from "./actions/decide-payment.ts";
import { expireInvoicesTask } from "./tasks/expire-invoices.ts";
import { serveInvoices } from "./routes.ts";
import { readStatementTask } from "./tasks/read-statement.ts";
import { listenForFailedReturns, returnPaymentsTask } from "./tasks/return-payments.ts";

/** Topping up: invoices, their payment out of the bank's statement, their end. */
export const invoicesModule: Module = {
  listeners: (platform) => listenForFailedReturns(platform),
  tasks: (platform) => [
    readStatementTask(platform),
    returnPaymentsTask(platform),
    expireInvoicesTask(platform),
  ],
  decisions: (platform) => [paymentDecision(platform)],
  routes: (serve, platform) => serveInvoices(serve, platform),
};
