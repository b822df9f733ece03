import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#server/data/transaction.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { reserveTaxes, type EarnedPay } from "#server/money/workman-taxes/tax-reserves.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import { makePayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const WORKERS = makePayrollWorkers(3);

describe("the month of an operation", () => {
  let product: TestApp;
  let customer: Customer;
  beforeAll(async () => {
    ({ product, customer } = await aPayroll({
      workers: WORKERS,
      seed: 870,
      funds: 100_000_00n,
      at: "2031-11-30T20:50:00Z",
    }));
    await sql`UPDATE workmen SET tax_payer = 'PLATFORM'`.execute(product.database.kysely);
  });
  afterAll(() => product.close());

  const switches = (body: object) =>
    product.http.inject({ method: "PUT", url: "/sandbox/api/tax-service/switches", payload: body });
  const goTo = async (instant: string) => {
    product.clock.set(new Date(instant));
    await product.runTasksUntilIdle();
  };
  const pay = async (inn: string, days: { workStart: string; workEnd: string }) => {
    const desk = new PayrollDesk(product, customer.ownerPhone);
    await desk.execute(
      await desk.upload(
        payrollCsv([
          { inn, serviceCode: "0301", receiptText: "Доставка документов", ...days, amount: "1000" },
        ]),
      ),
    );
  };
  const reserves = async (inn: string) =>
    (
      await sql<{
        period: string;
        state: string;
      }>`
        SELECT r.period, r.state
        FROM tax_reserves r
        JOIN workmen w ON w.id = r.workman_id
        WHERE w.inn = ${inn}
        ORDER BY r.payout_id`.execute(product.database.kysely)
    ).rows;

  test("asked at 23:59 of 30 November and answered on 1 December, the reserve is November's", async () => {
    const inn = WORKERS[0]?.inn ?? "";
    await switches({ answerAfterSeconds: 120 });
    await pay(inn, { workStart: "01.11.2031", workEnd: "05.11.2031" });
    await goTo("2031-11-30T20:59:40Z");
    expect(await reserves(inn)).toEqual([]);
    await goTo("2031-11-30T21:05:00Z");
    expect(await reserves(inn)).toEqual([{ period: "203111", state: "HELD" }]);
    const { rows } = await sql<{
      code: string;
      period: string;
    }>`SELECT code, period FROM ledger_accounts WHERE code = 'WORK_TAX'`.execute(
      product.database.kysely,
    );
    expect(rows).toEqual([{ code: "WORK_TAX", period: "203111" }]);
  });

  test("of an answer that comes after its month was decided, the reserve is the running month's and waits for nobody in vain", async () => {
    const inn = WORKERS[1]?.inn ?? "";
    product.clock.set(new Date("2031-12-30T09:00:00Z"));
    await switches({ answerAfterSeconds: 0 });
    await pay(inn, { workStart: "01.12.2031", workEnd: "05.12.2031" });
    await goTo("2031-12-31T20:50:00Z");
    expect(await reserves(inn)).toEqual([{ period: "203112", state: "HELD" }]);
    await switches({ answerAfterSeconds: 3600 });
    await pay(inn, { workStart: "06.12.2031", workEnd: "07.12.2031" });
    await goTo("2031-12-31T20:58:00Z");
    await sql`
      UPDATE sandbox.tax_incomes
      SET answer_at = '2032-02-01T00:00:00Z'
      WHERE answer_at > '2031-12-31T20:58:00Z'`.execute(product.database.kysely);
    await goTo("2032-01-25T09:00:00Z");
    expect(await reserves(inn)).toEqual([{ period: "203112", state: "SETTLED" }]);
    await goTo("2032-02-01T09:00:00Z");
    expect(await reserves(inn)).toEqual([
      { period: "203112", state: "SETTLED" },
      { period: "203202", state: "HELD" },
    ]);
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });
});

describe("a reserve committed while its month is decided", () => {
  let product: TestApp;
  let customer: Customer;
  beforeAll(async () => {
    ({ product, customer } = await aPayroll({
      workers: WORKERS.slice(0, 1),
      seed: 871,
      funds: 1_000_000_00n,
      at: "2031-03-10T09:00:00Z",
    }));
  });
  afterAll(() => product.close());

  test("is found by the decision, and nothing of it stays reserved", async () => {
    const db = product.database.kysely;
    const pay = async (taxPayer: string, day: string) => {
      await sql`UPDATE workmen SET tax_payer = ${taxPayer}`.execute(db);
      const desk = new PayrollDesk(product, customer.ownerPhone);
      const [workStart, workEnd] = [day, day];
      const row = { serviceCode: "0301", receiptText: "Доставка документов", workStart, workEnd };
      await desk.execute(
        await desk.upload(payrollCsv([{ ...row, inn: WORKERS[0]?.inn ?? "", amount: "100000" }])),
      );
      product.clock.advance(10 * 60_000);
      await product.runTasksUntilIdle();
    };
    await pay("PLATFORM", "01.03.2031");
    // Its money waits here, so that its tax can still be kept of it.
    await sql`UPDATE workmen SET large_payouts_from = '2031-12-31'`.execute(db);
    await pay("WORKMAN", "02.03.2031");
    product.clock.set(new Date("2031-04-25T09:00:00Z"));
    const { rows } = await sql<EarnedPay>`
      SELECT p.account_id AS "accountId", p.id AS "payoutId", p.workman_id AS "workmanId",
        p.amount_kopecks AS "amountKopecks", r.operation_at AS "operationAt"
      FROM payouts p
      JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
      WHERE p.state = 'READY'`.execute(db);
    let decided: Promise<unknown> = Promise.resolve();
    await inTransaction(db, async (trx) => {
      await reserveTaxes(trx, rows, product.clock.now());
      decided = product.runTasksUntilIdle();
      await Promise.race([decided, pause(3000)]);
    });
    await decided;
    product.clock.advance(60 * 60_000);
    await product.runTasksUntilIdle();
    const reserves = await sql<{ state: string }>`SELECT state FROM tax_reserves`.execute(db);
    expect(reserves.rows).toEqual([{ state: "SETTLED" }, { state: "SETTLED" }]);
    const left = await sql<{ sum: bigint }>`
      SELECT sum(balance_kopecks)::bigint AS sum
      FROM ledger_accounts
      WHERE code = 'WORK_TAX'`.execute(db);
    expect(left.rows).toEqual([{ sum: 0n }]);
  });
});

describe("the time of an operation", () => {
  let database: TestDatabase;
  afterEach(() => database.drop());

  /** Times of the tax service and ours. */
  const times = async () =>
    (
      await sql<{
        theirs: Date;
        ours: Date;
      }>`
        SELECT i.operation_at AS theirs, r.operation_at AS ours
        FROM sandbox.tax_incomes i
        JOIN receipts r ON i.operation_id = r.account_id || '-' || r.payout_id`.execute(
        database.kysely,
      )
    ).rows[0];

  test("stays what it was when the tax service had a fault and is asked again", async () => {
    database = await createTestDatabase();
    const engine = makePayrollEngine(database.connectionString);
    const scene = await makePayrollScene(database.kysely, { rows: 1 });
    await sql`
      UPDATE sandbox.switches
      SET fail_next = 1, fail_reason = 'INTERNAL_ERROR'
      WHERE service = 'tax-service'`.execute(database.kysely);
    await engine.confirm(scene);
    await engine.settle();
    const first = await times();
    engine.clock.advance(2 * 60_000);
    await engine.settle();
    expect(await times()).toEqual(first);
    expect(first?.theirs).toEqual(first?.ours);
    await engine.close();
  });

  test("stays what it was when the database refused to write the answer, and the payment waited", async () => {
    database = await createTestDatabase();
    const engine = makePayrollEngine(database.connectionString);
    const scene = await makePayrollScene(database.kysely, { rows: 1 });
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$`.execute(
      database.kysely,
    );
    await sql`
      CREATE TRIGGER refuse BEFORE UPDATE ON payouts FOR EACH ROW
        WHEN (NEW.state = 'READY') EXECUTE FUNCTION refuse()`.execute(database.kysely);
    await engine.confirm(scene);
    await engine.settle();
    await sql`DROP TRIGGER refuse ON payouts`.execute(database.kysely);
    engine.clock.advance(10 * 60_000);
    await engine.settle();
    const both = await times();
    expect(
      (await sql`SELECT 1 FROM payouts WHERE state = 'PAID'`.execute(database.kysely)).rows,
    ).toHaveLength(1);
    expect(both?.ours).toEqual(both?.theirs);
    await engine.close();
  });

  test("is the same on both sides when the answer was lost and the process with it", async () => {
    database = await createTestDatabase();
    let lost = 1;
    const engine = makePayrollEngine(database.connectionString, {
      taxService: (real) => ({
        ...real,
        async registerIncomes(requests) {
          const results = await real.registerIncomes(requests);
          if (lost-- > 0)
            throw new OutOfReach("the connection broke after the service had registered");
          return results;
        },
      }),
    });
    const scene = await makePayrollScene(database.kysely, { rows: 1 });
    await engine.confirm(scene);
    await expect(engine.settle()).rejects.toThrow("connection broke");
    engine.clock.advance(10 * 60_000);
    await engine.settle();
    const both = await times();
    expect(both?.ours).toEqual(both?.theirs);
    await engine.close();
  });
});
