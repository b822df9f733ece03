import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { RegistryDependencies } from "./dependencies.ts";
import { checkPayrollTask } from "./payroll/check-payroll-task.ts";
import { serveApprovals } from "./payroll/approval-routes.ts";
import { serveEdits } from "./payroll/edit-routes.ts";
import { serveExports } from "./payroll/export-routes.ts";
import { executePayrollTask } from "./payroll/execute-payroll-task.ts";
import { countMovements } from "./payroll/payroll-counters.ts";
import { serveExecution } from "./payroll/execution-routes.ts";
import { serveReading } from "./payroll/reading-routes.ts";
import { serveUploads } from "./payroll/upload-routes.ts";

export interface Registries {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export { readTableFile } from "./read-table-file.ts";
export { lockNumbering, storeFile, type RegistryFile } from "./store-registry-file.ts";

/** Registries of every kind: reading, checking, correcting, executing. */
export function makeRegistries(deps: RegistryDependencies): Registries {
  deps.events.on("payouts.moved", (trx, { movements }) => countMovements(deps, trx, movements));
  return {
    tasks: [checkPayrollTask(deps), executePayrollTask(deps)],
    routes(serve) {
      serveReading(serve, deps);
      serveUploads(serve, deps);
      serveEdits(serve, deps);
      serveExports(serve, deps);
      serveExecution(serve, deps);
      serveApprovals(serve, deps);
    },
  };
}
