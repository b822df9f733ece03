import type { Kysely } from "kysely";
import type pg from "pg";
import type { Schema } from "#server/database/schema.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { OneTimeCodes } from "#server/modules/auth/index.ts";
import type { Payouts } from "#server/modules/payouts/index.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { checkPayrollTask } from "./payroll/check-payroll-task.ts";
import { serveApprovals } from "./payroll/approval-routes.ts";
import { serveEdits } from "./payroll/edit-routes.ts";
import { serveExports } from "./payroll/export-routes.ts";
import { executePayrollTask } from "./payroll/execute-payroll-task.ts";
import { countMovements } from "./payroll/payroll-counters.ts";
import { serveExecution } from "./payroll/execution-routes.ts";
import { serveReading } from "./payroll/reading-routes.ts";
import { serveUploads } from "./payroll/upload-routes.ts";

export interface RegistryDependencies {
  readonly db: Kysely<Schema>;
  /** For COPY and other streams that Kysely does not carry. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly codes: OneTimeCodes;
  readonly files: FileStorage;
  readonly payouts: Payouts;
  readonly events: ProductEventBus;
}

export interface Registries {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

export { readTableFile } from "./read-table-file.ts";

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
