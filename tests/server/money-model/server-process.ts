import { sql, type Kysely } from "kysely";
import { pino } from "pino";
import type { Schema } from "#server/data/generated/schema.ts";
import { httpBank } from "#server/integrations/bank/http.ts";
import { httpTaxService } from "#server/integrations/tax-service/http.ts";
import { messageRows } from "#server/integrations/tax-service/message-rows.ts";
import { makePlatform } from "#server/make-platform.ts";
import { startModules } from "#server/modules.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import type { Outside } from "./outside.ts";
import { prepareQueries } from "./prepare-queries.ts";

/** Background work that moves money, or that such work waits for. */
const MONEY_WORK =
  /^(partitions|payouts|receipts|bank-orders|workman-wallet|invoices\.(read-statement|book-statement|return)|registries\.(start-payroll|execute-payroll)|workman-taxes\.(checks|unbound|recheck|tax-decisions|orders|open-payments|release-reserves)|accounts|workmen)\b/;
const PAYING =
  /^(payouts|workman-wallet\.withdrawals|bank-orders\.read-returns|bank-orders\.late-returns|registries|workman-taxes\.orders)\b/;
const TOKEN_MS = 300_000;
/** The real ones wait for seconds. */
const PATIENCE = { attempts: 2, repeatMs: 1, pollMs: 1, waitMs: 200 } as const;
/** Of the real adapters, which read an answer that says nothing; a bank that refuses everybody is at fault. */
const NO_ANSWER =
  /^the (bank|tax service)('s)? |: answered \d{3}$|^\d+:\d+: |^Банк не принял поручение/;

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly items?: Record<string, unknown>[] };
}

/** What the processes of a product have in common. */
export interface Surroundings {
  readonly database: TestDatabase;
  readonly outside: Outside;
  /** Moves the time of all. */
  readonly pass: (time: Date) => Promise<void>;
}

const GONE: Answer = { status: 503, body: {} };

class Killed extends Error {
  override readonly name = "Killed";
}

/** One process of the product: what it is asked for, and its background work a step at a time. */
export class ServerProcess {
  readonly product: TestApp;
  tasks: readonly BackgroundTask[] = [];
  readonly #no: number;
  readonly #around: Surroundings;
  readonly #log: string[];
  readonly #tokens = new Map<string, { readonly authorization: string; readonly at: number }>();
  /** Another process works at the same moment, and may hold a lock for longer. */
  isBeside = false;

  private constructor(no: number, around: Surroundings, product: TestApp, log: string[]) {
    this.#no = no;
    this.#around = around;
    this.product = product;
    this.#log = log;
    this.startAnew();
  }

  /** As a process that has just started: no task remembers when it ran. */
  startAnew(): void {
    const { dependencies, app } = this.product;
    this.#tokens.clear();
    this.tasks = startModules(makePlatform(dependencies, app.hub)).tasks.filter(({ name }) =>
      MONEY_WORK.test(name),
    );
  }

  /** @param no - told to the outside services as its token. */
  static async start(no: number, around: Surroundings): Promise<ServerProcess> {
    const log: string[] = [];
    const { database, outside } = around;
    const product = await buildTestApp({
      database,
      between: (_, { clock, outside: own }) => ({
        bank: httpBank({ url: outside.url, token: String(no), ...PATIENCE }),
        taxService: httpTaxService(
          { url: outside.url, userToken: String(no), publicRegisterUrl: outside.url, ...PATIENCE },
          messageRows(own.kysely, clock),
          clock,
        ),
      }),
      logger: pino({ level: "error" }, { write: (line: string) => void log.push(line) }),
    });
    for (const { pool } of [product.db, product.dependencies.outside]) {
      prepareQueries(pool);
      refuseWhileDead(pool, () => outside.isDead(no));
    }
    return new ServerProcess(no, around, product, log);
  }

  /** The database as its owner, for setting scenes and for looking. */
  get db(): Kysely<Schema> {
    return this.#around.database.kysely;
  }

  /** By its own clock. */
  now(): Date {
    return this.product.clock.now();
  }

  pass(time: Date): Promise<void> {
    return this.#around.pass(time);
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
    if (this.#around.outside.isDead(this.#no)) return GONE;
    const authorization = phone === null ? undefined : await this.#tokenOf(phone);
    if (authorization === null) return GONE;
    const before = this.#log.length;
    const answer = await this.product.http.inject({
      method,
      url,
      headers: authorization === undefined ? {} : { authorization },
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
  codeAfter(phone: string, url: string, payload: object): Promise<string | null> {
    return this.#around.outside.oneAtATime(async () => {
      // Limits of codes are another test's business.
      await sql`DELETE FROM one_time_codes`.execute(this.db);
      const { status } = await this.call(phone, "POST", url, payload);
      return status === 200 ? codeOn(this.product, phone) : null;
    });
  }

  /** On the way of a payment; the rest is due seldom. */
  get payingTasks(): readonly BackgroundTask[] {
    return this.tasks.filter(({ name }) => PAYING.test(name));
  }

  /** One piece of the task's work, as its process would do it. @returns whether it found any. */
  async work(task: BackgroundTask): Promise<boolean> {
    try {
      return await task.run(new AbortController().signal);
    } catch (error) {
      // It would have waited: it is tried again, as everything that does not come to its end.
      if (this.#isOutsideFault(error) || isLockTimeout(error)) return false;
      throw new Error(`the task ${task.name} broke: ${String(error)}`, { cause: error });
    }
  }

  /** Every task once, or those of a payment's way, the first of them by `from`. */
  async turn(from = 0, all = true): Promise<void> {
    const tasks = all ? this.tasks : this.payingTasks;
    for (const index of tasks.keys())
      await this.work(tasks[(from + index) % tasks.length] as BackgroundTask);
  }

  close(): Promise<void> {
    return this.product.close();
  }

  // Clocks move by days, a token lives for minutes.
  async #tokenOf(phone: string): Promise<string | null> {
    const at = this.now().getTime();
    const known = this.#tokens.get(phone);
    if (known && at >= known.at && at - known.at < TOKEN_MS) return known.authorization;
    try {
      const fresh = { ...(await this.product.signIn(phone)), at };
      this.#tokens.set(phone, fresh);
      return fresh.authorization;
    } catch (error) {
      // By what it does beside this.
      if (error instanceof Killed) return null;
      throw error;
    }
  }

  #isExcused(status: number, lines: readonly string[]): boolean {
    const text = lines.join("\n");
    const { met } = this.#around.outside;
    if (this.isBeside && status === 503 && /55P03|40P01/.test(text)) return true;
    return (
      met !== null && (status === 503 || /Killed|OutOfReach|the (bank|tax service)/.test(text))
    );
  }

  #isOutsideFault(error: unknown): boolean {
    const { outside } = this.#around;
    for (let one = error; one instanceof Error; one = one.cause)
      if (one instanceof OutOfReach || one instanceof Killed || NO_ANSWER.test(one.message))
        return outside.met !== null;
    return outside.isDead(this.#no);
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^(55P03|40P01)$/.test(String(error.code));
}

/** A dead process writes nothing: its connections are refused until it is started again. */
function refuseWhileDead(pool: { connect: unknown }, isDead: () => boolean): void {
  const connect = (pool.connect as (...given: unknown[]) => unknown).bind(pool);
  pool.connect = (...given: unknown[]) => {
    if (!isDead()) return connect(...given);
    const [callback] = given;
    const killed = new Killed("the process was killed");
    if (typeof callback === "function") return void callback(killed);
    return Promise.reject(killed);
  };
}
