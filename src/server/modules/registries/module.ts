import type { Module } from "#server/module.ts";
import { applyRegistryTask } from "./apply/apply-task.ts";
import { serveApplying } from "./apply/apply-routes.ts";
import { serveJobTemplate } from "./job/job-template-route.ts";
import { serveApprovals } from "./payroll/approval-routes.ts";
import { executePayrollTask } from "./payroll/execute-payroll-task.ts";
import { serveExecution } from "./payroll/execution-routes.ts";
import { serveExports } from "./payroll/export-routes.ts";
import { countMovements } from "./payroll/payroll-counters.ts";
import { startPayrollTask } from "./payroll/start-due-payroll.ts";
import { removeAbandonedTask } from "./remove-abandoned.ts";
import { SERVED_KINDS } from "./served-kinds.ts";
import { serveEdits } from "./routes/edit-routes.ts";
import { serveReading } from "./routes/reading-routes.ts";
import { serveRepairs } from "./routes/repair-routes.ts";
import { serveUploads } from "./routes/upload-routes.ts";
import { validateRegistryTask } from "./validation/validate-registry.ts";
import { serveInvited } from "./workman/invited-routes.ts";
import { sendRegistryLinksTask } from "./workman/send-links-task.ts";

const KINDS = Object.values(SERVED_KINDS);

export const registriesModule: Module = {
  keepRules: [{ table: "registry_repairs", since: "repaired_at", keepHours: 48 }],
  listeners(platform) {
    platform.events.on("payouts.moved", (trx, { movements }) =>
      countMovements(platform, trx, movements),
    );
  },
  tasks: (platform) => [
    ...KINDS.map((kind) => validateRegistryTask(platform, kind)),
    startPayrollTask(platform),
    executePayrollTask(platform),
    ...KINDS.flatMap((kind) =>
      kind.applying ? [applyRegistryTask(platform, kind, kind.applying.how)] : [],
    ),
    sendRegistryLinksTask(platform),
    removeAbandonedTask(platform),
  ],
  routes(serve, platform) {
    for (const kind of KINDS) {
      serveReading(serve, platform, kind);
      serveUploads(serve, platform, kind);
      serveEdits(serve, platform, kind);
      serveRepairs(serve, platform, kind);
      serveApplying(serve, platform, kind);
    }
    serveExports(serve, platform);
    serveJobTemplate(serve, platform);
    serveInvited(serve, platform);
    serveExecution(serve, platform);
    serveApprovals(serve, platform);
  },
};
