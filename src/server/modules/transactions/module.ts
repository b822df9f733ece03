import type { Module } from "#server/module.ts";
import { serveTransactions } from "./routes.ts";

/** Money movements as a customer or a worker reads them: the ledger, line by line. */
export const transactionsModule: Module = {
  routes: (serve, platform) => serveTransactions(serve, platform),
};
