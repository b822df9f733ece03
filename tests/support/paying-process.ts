import { pino } from "pino";
import { BackgroundTasks } from "#server/work/background-tasks.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";

/** Pays until killed; prints `ready`. Parameter: the database's URL. */
const connectionString = process.argv[2];
if (!connectionString) throw new Error("no database given");
const engine = makePayrollEngine(connectionString);
new BackgroundTasks(engine.tasks, pino({ level: "error" })).start();
process.stdout.write("ready\n");
