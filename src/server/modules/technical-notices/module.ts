import type { Module } from "#server/module.ts";
import { serveTechnicalNotices } from "./routes.ts";
import { listenForTaxFailures, taxSilenceTask } from "./tax-service-outage.ts";

export const technicalNoticesModule: Module = {
  listeners: (platform) => listenForTaxFailures(platform.events),
  tasks: (platform) => [taxSilenceTask(platform)],
  routes: (serve, platform) => serveTechnicalNotices(serve, platform),
};
