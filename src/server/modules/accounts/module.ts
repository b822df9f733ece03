import type { Module } from "#server/module.ts";
import { serveAccounts } from "./accounts-routes.ts";

/** The customers' companies. */
export const accountsModule: Module = {
  routes: (serve, platform) => serveAccounts(serve, platform),
};
