import type { Module } from "#server/module.ts";
import { serveTransactions } from "./routes.ts";

export const transactionsModule: Module = {
  routes: (serve, platform) => serveTransactions(serve, platform),
};
