import type { Kysely } from "kysely";
import type pg from "pg";
import type { Schema } from "#server/database/schema.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { SmsGateway } from "#server/integrations/sms/port.ts";
import type { OneTimeCodes } from "#server/modules/auth/index.ts";
import type { Payouts } from "#server/modules/payouts/index.ts";
import type { BackgroundTask } from "#server/platform/background-tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { ProductEventBus } from "#server/product-events.ts";
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
import { checkRegistryTask } from "./validation/check-task.ts";
import { serveInvited } from "./workman/invited-routes.ts";
import { sendRegistryLinksTask } from "./workman/send-links-task.ts";

export interface RegistryDependencies {
  readonly db: Kysely<Schema>;
  /** For COPY and other streams that Kysely does not carry. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly sms: SmsGateway;
  /** Where the links of messages lead; `null`: nobody is invited by a link. */
  readonly publicUrl: string | null;
  readonly codes: OneTimeCodes;
  readonly files: FileStorage;
  readonly payouts: Payouts;
  readonly events: ProductEventBus;
}

export interface Registries {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
}

/** Registries of every kind: reading, checking, correcting, executing. */
export function makeRegistries(deps: RegistryDependencies): Registries {
  const kinds = Object.values(SERVED_KINDS);
  deps.events.on("payouts.moved", (trx, { movements }) => countMovements(deps, trx, movements));
  return {
    tasks: [...kinds.map((kind) => checkRegistryTask(deps, kind)), executePayrollTask(deps), ...kinds.flatMap((kind) => (kind.applying ? [applyRegistryTask(deps, kind)] : [])), sendRegistryLinksTask(deps)],
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
