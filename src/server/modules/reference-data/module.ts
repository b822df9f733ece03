import type { Module } from "#server/module.ts";
import { serveReferenceData } from "./routes.ts";

/** For everybody: cities, services, closed lists. */
export const referenceDataModule: Module = {
  routes: (serve, platform) => serveReferenceData(serve, platform),
};
