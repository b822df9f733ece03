import { tmpdir } from "node:os";
import { pino } from "pino";
import { makeJobOffers } from "#server/modules/job-offers/index.ts";
import { makeMassArbitrate } from "#server/modules/mass-arbitrate/index.ts";
import { BackgroundTasks } from "#server/work/background-tasks.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";

/**
 * A worker process that applies registries and mass changes of payouts until it is killed; says
 * `ready` when it begins. Its parameter is the database's address.
 */
const connectionString = process.argv[2];
if (!connectionString) throw new Error("no database given");
const engine = makePayrollEngine(connectionString, { sendsMessages: true });
const { db, clock, deps } = engine;
const log = pino({ level: "error" });
const { events, payouts, files, codes } = deps;
const offers = makeJobOffers({ db: db.kysely, clock, files, events, payouts });
const changes = makeMassArbitrate({
  db: db.kysely,
  clock,
  codes,
  files,
  offers,
  directory: tmpdir(),
  log,
});
new BackgroundTasks([...engine.tasks, ...changes.tasks], log).start();
process.stdout.write("ready\n");
