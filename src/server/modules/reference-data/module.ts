import type { Module } from "#server/module.ts";
import { serveReferenceData } from "./routes.ts";

export const referenceDataModule: Module = {
  routes: (serve, platform) => serveReferenceData(serve, platform),
};
