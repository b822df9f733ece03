import type { Module } from "#server/module.ts";
import { serveRisks } from "./routes.ts";

/** What an inspection would ask about; nothing is stored. */
export const risksModule: Module = {
  routes: (serve, platform) => serveRisks(serve, platform),
};
