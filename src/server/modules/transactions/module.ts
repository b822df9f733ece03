import type { Module } from "#server/module.ts";
import { serveTransactions } from "./routes.ts";

/** The ledger as a customer or a worker reads it. */
export const transactionsModule: Module = {
  routes: (serve, platform) => serveTransactions(serve, platform),
};
