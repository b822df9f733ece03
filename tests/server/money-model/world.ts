import { sql } from "kysely";
import { offsetClock, type OffsetClock } from "#server/data/clock.ts";
import { createDatabase, type Database } from "#server/data/database.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { startOn } from "#tests/support/start-on.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { CleanSlate } from "./clean-slate.ts";
import { nextDue } from "./due.ts";
import { Outside } from "./outside.ts";
import { prepareQueries } from "./prepare-queries.ts";
import { ServerProcess } from "./server-process.ts";

/** How long one thing may wait before it is stuck; the tax of a month waits for its 25th day. */
const LONGEST_WAIT_MS = 40 * 86_400_000;
/** What is due and not done waits for something else, so the next look is later and later. */
const LONGEST_STEP_MS = 6 * 3_600_000;
/** What waits for longer is looked at on the way too: it may be done too early. */
const LONG_MS = 86_400_000;
const ON_THE_WAY_MS = 3_660_000;
/** What is due on the way of a payment: its own tasks alone are run, all of them before and after. */
const PAYING = /^(payout|receipt of|withdrawal|return of|registry|bank order|income)\b/;
/** Runs of one task without a pause: more would never end. */
const MOST_RUNS = 200;
/** A command that waits this long for a lock waits for a question to an outside service. */
const LOCK_TIMEOUT = "300ms";
/** The same seed is the same run on any day. */
export const WORLD_STARTS_AT = "2026-11-20T09:00:00Z";

/** Two processes of the product on one database, and the outside services they ask. */
export class World {
  readonly outside: Outside;
  readonly processes: readonly [ServerProcess, ServerProcess];
  readonly #database: TestDatabase;
  readonly #simulators: Database;
  #slate: CleanSlate | undefined;
  /** Of the outside services, and of the first process. */
  readonly #clock: OffsetClock;
  #skewMs = 0;

  private constructor(
    database: TestDatabase,
    simulators: Database,
    clock: OffsetClock,
    outside: Outside,
    processes: World["processes"],
  ) {
    this.#database = database;
    this.#simulators = simulators;
    this.#clock = clock;
    this.outside = outside;
    this.processes = processes;
  }

  static async open(): Promise<World> {
    const database = await createTestDatabase();
    await setDatabase(database, "lock_timeout", LOCK_TIMEOUT);
    await setDatabase(database, "plan_cache_mode", "force_generic_plan");
    prepareQueries(database.pool);
    const simulators = createDatabase({
      connectionString: database.connectionString,
      max: 3,
      applicationName: "tests outside services",
    });
    prepareQueries(simulators.pool);
    const clock = offsetClock();
    const theirs = simulators.kysely;
    const taxService = sandboxTaxService(theirs, clock);
    const outside = await Outside.open(sandboxBank(theirs, clock), {
      taxService,
      db: theirs,
      clock,
    });
    const around = { database, outside, pass: (time: Date): Promise<void> => world.pass(time) };
    const processes = [
      await ServerProcess.start(0, around),
      await ServerProcess.start(1, around),
    ] as const;
    const world = new World(database, simulators, clock, outside, processes);
    await startOn({ clock, database }, WORLD_STARTS_AT);
    await database.kysely.transaction().execute(seedReference);
    world.#slate = await CleanSlate.remember(database.kysely);
    return world;
  }

  /**
   * Empty books, and everybody's clock at the start.
   *
   * @param apartSeconds - by which the clock of the second process is ahead.
   */
  async begin(apartSeconds: number): Promise<void> {
    await this.outside.endMoment();
    await this.#slate?.wipe();
    this.#skewMs = apartSeconds * 1000;
    this.outside.startAnew();
    this.moveTo(new Date(WORLD_STARTS_AT));
    for (const one of this.processes) one.startAnew();
  }

  /** The database as its owner, for setting scenes and for looking. */
  get db() {
    return this.#database.kysely;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** The process whose clock is. */
  get behind(): 0 | 1 {
    return this.#skewMs < 0 ? 1 : 0;
  }

  moveTo(time: Date): void {
    this.#clock.set(time);
    const [first, second] = this.processes;
    first.product.clock.set(time);
    second.product.clock.set(new Date(time.getTime() + this.#skewMs));
  }

  /** Until that time; what comes late comes at its own. */
  async pass(time: Date): Promise<void> {
    for (const late of this.outside.takeLate(time)) {
      this.moveTo(new Date(late.at));
      await late.do();
    }
    this.moveTo(time);
  }

  /**
   * Nothing goes wrong any more, and time passes until there is nothing left to do.
   *
   * @throws Error when there always is.
   */
  async quiet(): Promise<void> {
    this.outside.disarm();
    await this.outside.endMoment();
    for (const late of this.outside.takeLate(null)) await late.do();
    await sql`
      UPDATE sandbox.switches
      SET out_of_reach = false, answer_after_seconds = 0, fail_next = 0, return_next = 0,
        hold_next = 0, fault_next = 0, list_after_seconds = 0`.execute(this.db);
    // Who hides his receipts for ever can be asked about nothing.
    await sql`
      UPDATE sandbox.taxpayers SET bound = true, permissions = DEFAULT WHERE NOT bound
        OR NOT permissions @> '{INCOME_LIST}'`.execute(this.db);
    // Support has heard everybody who said «Это не я».
    await sql`
      UPDATE payouts SET due_at = ${this.now()}
      WHERE state = 'READY' AND waits_for = 'STOPPED'`.execute(this.db);
    await sql`UPDATE workmen SET payouts_stopped_by = NULL`.execute(this.db);
    await this.#answerNow();
    const latest = this.now().getTime() + 10 * LONGEST_WAIT_MS;
    const awaited = new Map<string, { readonly since: number; stepMs: number }>();
    let isPaying = false;
    for (;;) {
      await this.#workToTheEnd(isPaying ? this.processes[0].payingTasks : this.processes[0].tasks);
      const due = await nextDue(this.db, this.now());
      if (!due && !isPaying) return;
      if (!due) {
        isPaying = false;
        continue;
      }
      const now = this.now().getTime();
      const known = awaited.get(due.what);
      const one = known ?? { since: now, stepMs: 1000 };
      awaited.set(due.what, one);
      // What is still due then waits for another task.
      isPaying = !known && PAYING.test(due.what);
      if (due.at === null || now > Math.min(latest, one.since + LONGEST_WAIT_MS))
        throw new Error(`stuck: ${due.what}`);
      if (!known && due.at.getTime() > now + LONG_MS) {
        this.moveTo(new Date(now + ON_THE_WAY_MS));
        continue;
      }
      // What is polled every few minutes is not looked at each time: a lost order is found in a few steps.
      this.moveTo(new Date(Math.max(due.at.getTime() + 1000, now + one.stepMs)));
      one.stepMs = Math.min(one.stepMs * 2, LONGEST_STEP_MS);
    }
  }

  /** What is asked about every few seconds would be asked ten thousand times. */
  async #answerNow(): Promise<void> {
    const now = this.now();
    await sql`
      UPDATE sandbox.bank_orders SET answer_at = ${now} WHERE answer_at > ${now}`.execute(this.db);
    await sql`
      UPDATE sandbox.tax_incomes
      SET answer_at = least(answer_at, ${now}::timestamptz),
        canceled_at = least(canceled_at, ${now}::timestamptz)
      WHERE answer_at > ${now} OR canceled_at > ${now}`.execute(this.db);
  }

  /** Until each task has found nothing since any other did something. */
  async #workToTheEnd(tasks: readonly BackgroundTask[]): Promise<void> {
    for (let index = 0, idle = 0; idle < tasks.length; index += 1, idle += 1) {
      const task = tasks[index % tasks.length] as BackgroundTask;
      let runs = 0;
      while (await this.processes[0].work(task)) {
        idle = 0;
        runs += 1;
        if (runs > MOST_RUNS) throw new Error(`the task ${task.name} never ends`);
      }
    }
    this.outside.throwFault();
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.close()));
    await this.outside.close();
    await this.#simulators.close();
    await this.#database.drop();
  }
}

async function setDatabase(database: TestDatabase, name: string, value: string): Promise<void> {
  const own = new URL(database.connectionString).pathname.slice(1);
  await sql`ALTER DATABASE ${sql.id(own)} SET ${sql.id(name)} = ${sql.lit(value)}`.execute(
    database.kysely,
  );
}
