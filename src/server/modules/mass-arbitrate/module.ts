import type { Module } from "#server/module.ts";
import { applyImportTask } from "./apply-import-task.ts";
import { serveApplying } from "./apply-routes.ts";
import { checkImportTask } from "./check-import-task.ts";
import { expireExportsTask } from "./expire-exports-task.ts";
import { serveExports } from "./export-routes.ts";
import { serveImports } from "./import-routes.ts";
import { makeExportTask } from "./make-export-task.ts";

/**
 * Changing the payouts of many offers by a file: export, edit, import, apply; each worker then
 * answers for himself.
 */
export const massArbitrateModule: Module = {
  tasks: (platform) => [
    makeExportTask(platform),
    expireExportsTask(platform),
    checkImportTask(platform),
    applyImportTask(platform),
  ],
  routes(serve, platform) {
    serveExports(serve, platform);
    serveImports(serve, platform);
    serveApplying(serve, platform);
  },
};
