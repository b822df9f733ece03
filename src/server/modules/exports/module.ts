import type { Module } from "#server/module.ts";
import { expireExportsTask } from "./expire-exports-task.ts";
import { serveExports } from "./export-routes.ts";
import { scheduledExportsTask } from "./export-schedules.ts";
import { makeExportsTask } from "./make-exports-task.ts";

/** Tables and archives ordered by a person, made in the background, kept for thirty days. */
export const exportsModule: Module = {
  tasks: (platform) => [
    makeExportsTask(platform),
    scheduledExportsTask(platform),
    expireExportsTask(platform),
  ],
  routes: (serve, platform) => serveExports(serve, platform),
};
