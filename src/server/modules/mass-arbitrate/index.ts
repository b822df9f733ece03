import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import { applyImportTask } from "./apply-import-task.ts";
import { serveApplying } from "./apply-routes.ts";
import { validateImportTask } from "./validate-import-task.ts";
import type { MassArbitrateDependencies } from "./dependencies.ts";
import { expireExportsTask } from "./expire-exports-task.ts";
import { serveExports } from "./export-routes.ts";
import { serveImports } from "./import-routes.ts";
import { makeExportTask } from "./make-export-task.ts";

/**
 * Changing the payouts of many offers by a file: export, edit, import, apply; each worker then
 * answers for himself.
 */
export function makeMassArbitrate(deps: MassArbitrateDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  return {
    tasks: [
      makeExportTask(deps),
      expireExportsTask(deps),
      validateImportTask(deps),
      applyImportTask(deps),
    ],
    routes(serve) {
      serveExports(serve, deps);
      serveImports(serve, deps);
      serveApplying(serve, deps);
    },
  };
}
