import type { Module } from "#server/module.ts";
import { applyImportTask } from "./tasks/apply-import.ts";
import { serveApplying } from "./routes/applying.ts";
import { validateImportTask } from "./tasks/validate-import.ts";
import { expireExportsTask } from "#server/modules/exports/index.ts";
import { EXPORTS } from "./reach.ts";
import { serveExports } from "./routes/exports.ts";
import { serveImports } from "./routes/imports.ts";
import { makeExportTask } from "./tasks/make-export.ts";

/** Changes of many payouts by file; each worker answers. */
export const massArbitrateModule: Module = {
  tasks: (platform) => [
    makeExportTask(platform),
    expireExportsTask(platform, {
      name: "mass-arbitrate.expire",
      table: "mass_arbitrate_exports",
      resource: EXPORTS,
    }),
    validateImportTask(platform),
    applyImportTask(platform),
  ],
  routes(serve, platform) {
    serveExports(serve, platform);
    serveImports(serve, platform);
    serveApplying(serve, platform);
  },
};
