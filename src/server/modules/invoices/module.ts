import type { Module } from "#server/module.ts";
import { expireInvoicesTask } from "./expire-invoices.ts";
import { serveInvoices } from "./invoices-routes.ts";
import { readStatementTask } from "./read-statement.ts";
import { listenForFailedReturns, returnPaymentsTask } from "./return-payments-task.ts";

/** Topping up: invoices, their payment out of the bank's statement, their end. */
export const invoicesModule: Module = {
  listeners: (platform) => listenForFailedReturns(platform),
  tasks: (platform) => [
    readStatementTask(platform),
    returnPaymentsTask(platform),
    expireInvoicesTask(platform),
  ],
  routes: (serve, platform) => serveInvoices(serve, platform),
};
