import { tmpdir } from "node:os";
import { pino } from "pino";
import { jobOffersModule } from "#server/modules/job-offers/module.ts";
import { massArbitrateModule } from "#server/modules/mass-arbitrate/module.ts";
import { BackgroundTasks } from "#server/work/background-tasks.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";

/**
 * Applies registries and mass changes until killed; prints `ready`. Parameter: the database's URL.
 */
const connectionString = process.argv[2];
if (!connectionString) throw new Error("no database given");
const engine = makePayrollEngine(connectionString, { sendsMessages: true });
const logger = pino({ level: "error" });
const platform = { ...engine.platform, exportsDirectory: tmpdir(), logger };
jobOffersModule.listeners?.(platform);
const changes = massArbitrateModule.tasks?.(platform) ?? [];
new BackgroundTasks([...engine.tasks, ...changes], logger).start();
process.stdout.write("ready\n");
