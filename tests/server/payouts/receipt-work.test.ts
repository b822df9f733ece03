import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { TaxService } from "#server/integrations/tax-service/port.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { askAboutPayout, giveUpPayout } from "#server/money/payouts/index.ts";
import { cancelPayout } from "#server/money/payouts/actions/cancel-payout.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { makePayrollEngine, type PayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const ROWS = 3;

let database: TestDatabase;
let engine: PayrollEngine;
let scene: PayrollScene;
/** What the tax service does, changed by each test. */
let tax: Partial<TaxService>;
/** Calls outside during which a transaction of the product stood open. */
let inTransactions: string[];
let calls: Set<string>;

function watched<Service extends object>(name: string, service: Service): Service {
  return new Proxy(service, {
    get(real, method) {
      const work = Reflect.get(name === "tax" ? tax : {}, method) ?? Reflect.get(real, method);
      if (typeof work !== "function") return work;
      return async (...given: unknown[]) => {
        calls.add(`${name}.${String(method)}`);
        const { rows } = await sql`
          SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database()
            AND application_name = 'engine'
            AND state = 'idle in transaction'`.execute(database.kysely);
        if (rows.length > 0) inTransactions.push(`${name}.${String(method)}`);
        return Reflect.apply(work, real, given);
      };
    },
  });
}

beforeEach(async () => {
  tax = {};
  inTransactions = [];
  calls = new Set();
  database = await createTestDatabase();
  engine = makePayrollEngine(database.connectionString, {
    taxService: (real) => watched<TaxService>("tax", real),
    bank: (real) => watched<BankGateway>("bank", real),
  });
  scene = await makePayrollScene(database.kysely, { rows: ROWS });
});
afterEach(async () => {
  await engine.close();
  await database.drop();
});

interface Row {
  readonly account_id: number;
  readonly id: bigint;
  readonly state: string;
  readonly receipt: string | null;
}
const payouts = async (): Promise<Row[]> =>
  (
    await sql<Row>`
      SELECT p.account_id, p.id, p.state, r.state AS receipt
      FROM payouts p
      LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
      ORDER BY p.id`.execute(database.kysely)
  ).rows;
const first = async () => (await payouts())[0] as Row;
const operationOf = ({ account_id: accountId, id }: Row, no = 0) =>
  no === 0 ? `${accountId}-${id}` : `${accountId}-${id}-${no}`;
/** One task after another, until none has anything to do. */
const settle = async () => {
  const { signal } = new AbortController();
  for (let isBusy = true; isBusy;) {
    isBusy = false;
    for (const task of engine.tasks) isBusy = (await task.run(signal)) || isBusy;
  }
};
const later = async (ms = 10 * 60_000) => {
  engine.clock.advance(ms);
  await settle();
};
const decide = async (decision: typeof cancelPayout, { account_id: accountId, id }: Row) => {
  const key = { accountId, payoutId: id };
  const asked = await askAboutPayout(engine.platform, key);
  return inTransaction(engine.db.kysely, (trx) => decision(engine.platform, trx, key, asked));
};
const setAside = async () =>
  (
    await sql<{ task: string; item: string }>`
      SELECT task, item FROM set_aside_items ORDER BY task, item`.execute(database.kysely)
  ).rows;
const execute = (text: string) => database.pool.query(text);
const reissueAll = () =>
  sql`
    UPDATE receipts
    SET state = 'NEW', reissue_no = 1, due_at = ${engine.clock.now()}, tax_receipt_id = NULL`.execute(
    database.kysely,
  );

test("no transaction stands open while the tax service or the bank is asked about a receipt", async () => {
  await sql`
    UPDATE sandbox.switches SET answer_after_seconds = 60
    WHERE service = 'tax-service'`.execute(database.kysely);
  await engine.confirm(scene);
  await settle();
  await later();
  await reissueAll();
  await later();
  await later();
  await sql`
    UPDATE receipts SET state = 'REVERSING', reverse_reason = 'REFUND', due_at = ${engine.clock.now()}
    WHERE payout_id = ${(await first()).id}`.execute(database.kysely);
  await later(3_700_000);
  await sql`UPDATE payouts SET state = 'RETURNED'`.execute(database.kysely);
  await decide(giveUpPayout, (await payouts())[1] as Row).catch(() => undefined);
  expect([...calls]).toEqual(
    expect.arrayContaining([
      "tax.registerIncomes",
      "tax.incomeResults",
      "tax.cancelReceipts",
      "tax.canceledReceipts",
    ]),
  );
  expect(inTransactions.filter((call) => call.startsWith("tax."))).toEqual([]);
});

describe("one receipt that cannot be done blocks no other", () => {
  const refuse = async (condition: string) => {
    await execute(
      "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$",
    );
    await execute(
      `CREATE TRIGGER refuse BEFORE UPDATE ON receipts FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse()`,
    );
  };
  const allow = () => execute("DROP FUNCTION refuse CASCADE");

  test.each([
    ["registered", "NEW.state = 'REGISTERED'", 0],
    ["issued anew", "NEW.state = 'REGISTERED' AND NEW.reissue_no = 1", 1],
  ] as const)("to be written: %s", async (_, condition, no) => {
    if (no > 0) {
      await engine.confirm(scene);
      await later();
      await reissueAll();
    }
    const workmen = await sql<{ id: number }>`
      SELECT w.id FROM workmen w ORDER BY w.id LIMIT 1`.execute(database.kysely);
    await refuse(`${condition} AND NEW.workman_id = ${workmen.rows[0]?.id}`);
    if (no === 0) await engine.confirm(scene);
    await later();
    const states = (await payouts()).map(({ receipt }) => receipt);
    expect(states.filter((state) => state === "REGISTERED")).toHaveLength(ROWS - 1);
    expect(await setAside()).toHaveLength(1);
    await allow();
    await later();
    expect((await payouts()).map(({ receipt }) => receipt)).toEqual(
      Array.from({ length: ROWS }, () => "REGISTERED"),
    );
    expect(await setAside()).toEqual([]);
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });

  test("to be asked for", async () => {
    const real = engine.platform.taxService;
    let spoiled = "";
    tax.registerIncomes = async (requests) => {
      spoiled ||= requests[0]?.operationId ?? "";
      if (requests.some(({ operationId }) => operationId === spoiled))
        throw new Error("this one cannot be written as a message");
      const mended = tax;
      tax = {};
      const results = await real.registerIncomes(requests);
      tax = mended;
      return results;
    };
    await engine.confirm(scene);
    await later();
    expect((await payouts()).filter(({ state }) => state === "PAID")).toHaveLength(ROWS - 1);
    expect(await setAside()).toEqual([{ task: "payouts.register-receipts", item: spoiled }]);
    tax = {};
    await later();
    expect((await payouts()).every(({ state }) => state === "PAID")).toBe(true);
  });
});

describe("a payout whose receipt is being asked for", () => {
  test("is not cancelled meanwhile, also when the process was killed", async () => {
    tax.registerIncomes = () => Promise.reject(new OutOfReach("killed"));
    await engine.confirm(scene);
    await expect(settle()).rejects.toThrow("killed");
    await expect(decide(cancelPayout, await first())).rejects.toMatchObject({ code: "conflict" });
    tax = {};
    await later();
    expect(await first()).toMatchObject({ state: "PAID", receipt: "REGISTERED" });
  });

  test("cancelled a day after a request that is still on its way: what was registered is annulled", async () => {
    const real = engine.platform.taxService;
    tax.registerIncomes = async (requests) => {
      tax = {};
      // Before the slow request arrives, the tax service knows nothing of the income.
      engine.clock.advance(25 * 3_600_000);
      await decide(cancelPayout, await first());
      return real.registerIncomes(requests);
    };
    await engine.confirm(scene);
    await settle();
    await later();
    expect(await first()).toMatchObject({ state: "CANCELED", receipt: "REVERSED_BY_PLATFORM" });
    expect((await payouts()).slice(1).every(({ state }) => state === "PAID")).toBe(true);
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });

  test("cancelled so, and still in process: it is followed until it is known, and annulled", async () => {
    const real = engine.platform.taxService;
    await sql`
      UPDATE sandbox.switches SET answer_after_seconds = 60
      WHERE service = 'tax-service'`.execute(database.kysely);
    tax.registerIncomes = async (requests) => {
      tax = {};
      engine.clock.advance(25 * 3_600_000);
      await decide(cancelPayout, await first());
      return real.registerIncomes(requests);
    };
    await engine.confirm(scene);
    await settle();
    expect(await first()).toMatchObject({ state: "CANCELED", receipt: "SENT" });
    // Found, annulled a minute later, answered another minute later.
    for (let step = 0; step < 3; step += 1) await later();
    expect(await first()).toMatchObject({ state: "CANCELED", receipt: "REVERSED_BY_PLATFORM" });
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });

  test("never asked for, is cancelled without the tax service", async () => {
    tax.registerIncomes = () => Promise.reject(new OutOfReach("away"));
    tax.incomeResults = () => Promise.reject(new OutOfReach("away"));
    await engine.confirm(scene);
    await expect(settle()).rejects.toThrow("away");
    await sql`DELETE FROM receipts`.execute(database.kysely);
    await decide(cancelPayout, await first());
    expect(await first()).toMatchObject({ state: "CANCELED", receipt: null });
  });
});

test("whom the tax service had no time for is asked for again, and all are paid", async () => {
  const real = engine.platform.taxService;
  const asked: number[] = [];
  const answerOne: TaxService["registerIncomes"] = async (requests) => {
    asked.push(requests.length);
    tax = {};
    const results = await real.registerIncomes(requests.slice(0, 1));
    tax = { registerIncomes: answerOne };
    return results;
  };
  tax = { registerIncomes: answerOne };
  await engine.confirm(scene);
  for (let round = 0; round < ROWS; round += 1) await later();
  expect((await payouts()).every(({ state }) => state === "PAID")).toBe(true);
  expect(asked).toEqual([3, 2, 1]);
});

test("the tax service is asked under the same operation by whoever takes the work up after a kill", async () => {
  const asked: string[][] = [];
  const real = engine.platform.taxService;
  tax.registerIncomes = async (requests) => {
    asked.push(requests.map(({ operationId, operationAt }) => `${operationId} ${+operationAt}`));
    if (asked.length === 1) throw new OutOfReach("killed");
    tax = {};
    return real.registerIncomes(requests);
  };
  await engine.confirm(scene);
  await expect(settle()).rejects.toThrow("killed");
  await later();
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual(asked[0]);
  expect(asked[0]?.[0]).toContain(operationOf(await first()));
});
