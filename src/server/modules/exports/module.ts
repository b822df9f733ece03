import type { Module } from "#server/module.ts";
import { expireExportsTask } from "./tasks/expire-exports.ts";
import { serveExports } from "./routes.ts";
import { scheduledExportsTask } from "./tasks/scheduled-exports.ts";
import { makeExportsTask } from "./tasks/make-exports.ts";

/** Tables and archives ordered by a person, made in the background, kept for thirty days. */
export const exportsModule: Module = {
  tasks: (platform) => [
    makeExportsTask(platform),
    scheduledExportsTask(platform),
    expireExportsTask(platform),
  ],
  routes: (serve, platform) => serveExports(serve, platform),
};
