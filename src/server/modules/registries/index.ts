import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { Serve } from "#server/http/serve.ts";
import type { RegistryDependencies } from "./dependencies.ts";
import { applyRegistryTask } from "./apply/apply-task.ts";
import { serveApplying } from "./apply/apply-routes.ts";
import { serveJobTemplate } from "./job/job-template-route.ts";
import { serveApprovals } from "./payroll/approval-routes.ts";
import { executePayrollTask } from "./payroll/execute-payroll-task.ts";
import { serveExecution } from "./payroll/execution-routes.ts";
import { serveExports } from "./payroll/export-routes.ts";
import { countMovements } from "./payroll/payroll-counters.ts";
import { SERVED_KINDS } from "./served-kinds.ts";
import { serveEdits } from "./routes/edit-routes.ts";
import { serveReading } from "./routes/reading-routes.ts";
import { serveUploads } from "./routes/upload-routes.ts";
import { validateRegistryTask } from "./validation/validate-task.ts";
import { serveInvited } from "./workman/invited-routes.ts";
import { sendRegistryLinksTask } from "./workman/send-links-task.ts";

export interface Registries {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export { readTableFile } from "./read-table-file.ts";
export { lockNumbering, storeFile, type RegistryFile } from "./store-registry-file.ts";

/** Registries of every kind: reading, checking, correcting, executing. */
export function makeRegistries(deps: RegistryDependencies): Registries {
  const kinds = Object.values(SERVED_KINDS);
  deps.events.on("payouts.moved", (trx, { movements }) => countMovements(deps, trx, movements));
  return {
    tasks: [
      ...kinds.map((kind) => validateRegistryTask(deps, kind)),
      executePayrollTask(deps),
      ...kinds.flatMap((kind) => (kind.applying ? [applyRegistryTask(deps, kind)] : [])),
      sendRegistryLinksTask(deps),
    ],
    routes(serve) {
      for (const kind of kinds) {
        serveReading(serve, deps, kind);
        serveUploads(serve, deps, kind);
        serveEdits(serve, deps, kind);
        serveApplying(serve, deps, kind);
      }
      serveExports(serve, deps);
      serveJobTemplate(serve, deps);
      serveInvited(serve, deps);
      serveExecution(serve, deps);
      serveApprovals(serve, deps);
    },
  };
}
