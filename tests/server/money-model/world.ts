import { sql } from "kysely";
import { pino } from "pino";
import { makePlatform } from "#server/make-platform.ts";
import { startModules } from "#server/modules.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { startOn } from "#tests/support/start-on.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";
import { nextDue } from "./due.ts";
import { Broken, Killed, Outside } from "./outside.ts";

/** Background work that moves money, or that such work waits for. */
const MONEY_WORK =
  /^(partitions|payouts|receipts|bank-orders|workman-wallet|invoices\.(read-statement|book-statement|return)|registries\.(start-payroll|execute-payroll)|workman-taxes\.(checks|unbound|recheck|tax-decisions|orders)|accounts|workmen)\b/;
/** How long one thing may wait before it is stuck; the tax of a month waits for its 25th day. */
const LONGEST_WAIT_MS = 40 * 86_400_000;
/** What is due and not done waits for something else, so the next look is later and later. */
const LONGEST_STEP_MS = 6 * 3_600_000;
/** Runs of one task without a pause: more would never end. */
const MOST_RUNS = 200;
/** A command that waits this long for a lock waits for a question to an outside service. */
const LOCK_TIMEOUT = "300ms";
const TOKEN_MS = 300_000;
/** The same seed is the same run on any day. */
export const WORLD_STARTS_AT = "2026-11-20T09:00:00Z";

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly items?: Record<string, unknown>[] };
}

/** The product, its background work one step at a time, and the outside services it asks. */
export class World {
  readonly outside: Outside;
  readonly product: TestApp;
  readonly tasks: readonly BackgroundTask[];
  readonly #log: string[];
  readonly #tokens = new Map<string, { readonly authorization: string; readonly at: number }>();

  private constructor(product: TestApp, outside: Outside, log: string[]) {
    this.product = product;
    this.outside = outside;
    this.#log = log;
    const { dependencies, app } = product;
    this.tasks = startModules(makePlatform(dependencies, app.hub)).tasks.filter(({ name }) =>
      MONEY_WORK.test(name),
    );
  }

  static async open(): Promise<World> {
    const outside = new Outside();
    const log: string[] = [];
    const database = await createTestDatabase();
    await sql`
      ALTER DATABASE ${sql.id(new URL(database.connectionString).pathname.slice(1))}
      SET lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(database.kysely);
    const product = await buildTestApp({
      database,
      between: (real) => outside.between(real),
      logger: pino({ level: "error" }, { write: (line: string) => void log.push(line) }),
    });
    await startOn(product, WORLD_STARTS_AT);
    await database.kysely.transaction().execute(seedReference);
    refuseWhileDead(product.db.pool, outside);
    return new World(product, outside, log);
  }

  /** The database as its owner, for setting scenes and for looking. */
  get db() {
    return this.product.database.kysely;
  }

  now(): Date {
    return this.product.clock.now();
  }

  /**
   * A call as the person makes it, or as the platform's staff and the outside world at the helper
   * page (`null`).
   *
   * @throws Error when the product breaks; a refusal, and «try later» in trouble, are answers.
   */
  async call(
    phone: string | null,
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    payload?: object,
  ): Promise<Answer> {
    const headers = phone === null ? {} : { authorization: await this.#tokenOf(phone) };
    const before = this.#log.length;
    const answer = await this.product.http.inject({
      method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const body = (answer.body.startsWith("{") ? answer.json() : {}) as Answer["body"];
    if (answer.statusCode >= 500 && !this.#isExcused(answer.statusCode, this.#log.slice(before)))
      throw new Error(
        `${method} ${url} answered ${answer.statusCode}: ${this.#log.slice(before).join("\n")}`,
      );
    return { status: answer.statusCode, body };
  }

  /** Asks for a code by the call and reads it on the person's phone; `null` when none was sent. */
  async codeAfter(phone: string, url: string, payload: object): Promise<string | null> {
    // Limits of codes are another test's business.
    await sql`DELETE FROM one_time_codes`.execute(this.db);
    const { status } = await this.call(phone, "POST", url, payload);
    return status === 200 ? codeOn(this.product, phone) : null;
  }

  /** One piece of the task's work, as its process would do it. @returns whether it found any. */
  async work(task: BackgroundTask): Promise<boolean> {
    try {
      return await task.run(new AbortController().signal);
    } catch (error) {
      if (this.#isOutsideFault(error)) return false;
      // It would have waited: it is tried again, as everything that does not come to its end.
      if (isLockTimeout(error)) return false;
      throw new Error(`the task ${task.name} broke: ${String(error)}`, { cause: error });
    }
  }

  /** Every task once, the first of them by `from`. */
  async turn(from = 0): Promise<void> {
    for (const index of this.tasks.keys())
      await this.work(this.tasks[(from + index) % this.tasks.length] as BackgroundTask);
  }

  /**
   * Nothing goes wrong any more, and time passes until there is nothing left to do.
   *
   * @throws Error when there always is.
   */
  async quiet(): Promise<void> {
    this.outside.disarm();
    await sql`
      UPDATE sandbox.switches
      SET out_of_reach = false, answer_after_seconds = 0, fail_next = 0, return_next = 0`.execute(
      this.db,
    );
    // Who hides his receipts for ever can be asked about nothing.
    await sql`
      UPDATE sandbox.taxpayers SET bound = true, permissions = DEFAULT WHERE NOT bound
        OR NOT permissions @> '{INCOME_LIST}'`.execute(this.db);
    await this.#answerNow();
    const latest = this.now().getTime() + 10 * LONGEST_WAIT_MS;
    let awaited = "";
    let since = this.now();
    let stepMs = 1000;
    for (;;) {
      await this.#workToTheEnd();
      const due = await nextDue(this.db, this.now());
      if (!due) return;
      if (due.what !== awaited) {
        awaited = due.what;
        since = this.now();
        stepMs = 1000;
      }
      const now = this.now().getTime();
      if (due.at === null || now > Math.min(latest, since.getTime() + LONGEST_WAIT_MS))
        throw new Error(`stuck: ${awaited}`);
      // What is polled every few minutes is not looked at each time: a lost order is found in a few steps.
      this.product.clock.set(new Date(Math.max(due.at.getTime() + 1000, now + stepMs)));
      stepMs = Math.min(stepMs * 2, LONGEST_STEP_MS);
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

  async #workToTheEnd(): Promise<void> {
    for (let busy = true; busy;) {
      busy = false;
      for (const task of this.tasks) {
        let runs = 0;
        while (await this.work(task)) {
          busy = true;
          runs += 1;
          if (runs > MOST_RUNS) throw new Error(`the task ${task.name} never ends`);
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.product.close();
    await this.product.database.drop();
  }

  // Clocks move by days, a token lives for minutes.
  async #tokenOf(phone: string): Promise<string> {
    const at = this.now().getTime();
    const known = this.#tokens.get(phone);
    if (known && at - known.at < TOKEN_MS) return known.authorization;
    const fresh = { ...(await this.product.signIn(phone)), at };
    this.#tokens.set(phone, fresh);
    return fresh.authorization;
  }

  #isExcused(status: number, lines: readonly string[]): boolean {
    const text = lines.join("\n");
    return this.outside.met !== null && (status === 503 || /Killed|Broken|OutOfReach/.test(text));
  }

  #isOutsideFault(error: unknown): boolean {
    for (let one = error; one instanceof Error; one = one.cause)
      if (one instanceof OutOfReach || one instanceof Killed || one instanceof Broken) return true;
    return this.outside.isDead;
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}

/** A dead process writes nothing: its connections are refused until it is started again. */
function refuseWhileDead(pool: { connect: unknown }, outside: Outside): void {
  const connect = (pool.connect as (...given: unknown[]) => unknown).bind(pool);
  pool.connect = (...given: unknown[]) => {
    if (!outside.isDead) return connect(...given);
    const [callback] = given;
    if (typeof callback === "function") return void callback(new Killed());
    return Promise.reject(new Killed());
  };
}
