import type { Module } from "#server/module.ts";
import { serveRisks } from "./routes.ts";

/** Stores nothing. */
export const risksModule: Module = {
  routes: (serve, platform) => serveRisks(serve, platform),
};
