import type { Module } from "#server/module.ts";
import { expireExportsTask } from "./tasks/expire-exports.ts";
import { serveExports } from "./routes.ts";
import { scheduledExportsTask } from "./tasks/scheduled-exports.ts";
import { makeExportsTasks } from "./tasks/make-exports.ts";

export const exportsModule: Module = {
  tasks: (platform) => [
    ...makeExportsTasks(platform),
    scheduledExportsTask(platform),
    expireExportsTask(platform, { name: "exports.expire", table: "exports", resource: "exports" }),
  ],
  routes: (serve, platform) => serveExports(serve, platform),
};
