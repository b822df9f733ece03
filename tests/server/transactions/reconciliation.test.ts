import fc from "fast-check";
import type { OrderResult } from "#server/integrations/bank/port.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { findDifferences } from "#server/money/bank-orders/find-differences.ts";
import { reconcileBank } from "#server/modules/transactions/reconcile-bank.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BankReconciliation, Reconciliation } from "#contract/transactions/reconciliation.ts";
import { addDays, moscowDate, moscowMidnight } from "#contract/values/calendar-date.ts";
import { post } from "#server/money/ledger/index.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { makePayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene } from "#tests/support/payroll-scene.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

const ACCOUNT = 1;
const FIRST_DAY = "2025-11-01";
const DAYS = 120;

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
  await moveMoneyForMonths();
});
afterAll(() => demo.close());

/**
 * Four months of random top-ups, holds, refunds and corrections, before the demonstration's own.
 */
async function moveMoneyForMonths(): Promise<void> {
  const random = seededRandom(15);
  const start = moscowMidnight(FIRST_DAY).getTime();
  let reserved = 0n;
  await inTransaction(demo.db.kysely, async (trx) => {
    for (let id = 1; id <= 400; id += 1) {
      const at = new Date(start + random.below(DAYS * 86_400) * 1000);
      const kind =
        id === 1
          ? "INVOICE_PAID"
          : random.pick([
              "INVOICE_PAID",
              "HOLD",
              "HOLD_RELEASE",
              "CORRECTION",
              "HOLD_ADJUSTED",
            ] as const);
      const asked = BigInt(1 + random.below(5_000_000));
      const isReleased = kind === "HOLD_RELEASE" || kind === "HOLD_ADJUSTED";
      const amount = id === 1 ? 2_000_000_000n : isReleased && asked > reserved ? reserved : asked;
      if (amount === 0n) continue;
      if (kind === "HOLD") reserved += amount;
      if (isReleased) reserved -= amount;
      const [available, other] = kind === "HOLD" ? [amount, -amount] : [-amount, amount];
      await post(trx, {
        event: kind,
        source: { type: "correction", id: 1_000_000 + id },
        accountId: ACCOUNT,
        at,
        businessDate: moscowDate(at),
        lines: [
          { code: "CUST_AVAIL", accountId: ACCOUNT, amountKopecks: available },
          kind === "INVOICE_PAID" || kind === "CORRECTION"
            ? { code: "BANK", amountKopecks: other }
            : { code: "CUST_RES", accountId: ACCOUNT, amountKopecks: other },
        ],
      });
    }
  });
}

async function reconcile(
  periodStart: string,
  periodEnd: string,
  phone: string = CAST.accountant,
): Promise<Reconciliation> {
  const answer = await demo.call(
    phone,
    "GET",
    `/client-api/transaction/reconciliation?periodStart=${periodStart}&periodEnd=${periodEnd}`,
  );
  expect(answer.status, answer.raw.toString()).toBe(200);
  return answer.body as unknown as Reconciliation;
}

const kopecks = (rubles: number) => Math.round(rubles * 100);
const total = (items: readonly { readonly total: number }[]) =>
  items.reduce((sum, item) => sum + kopecks(item.total), 0);

describe("opening and movements make the closing", () => {
  test("to the kopeck, for any period, by kinds and by projects alike; one period begins where another ends", async () => {
    const today = moscowDate(demo.clock.now());
    const length = Math.min(
      365,
      Math.round(
        (moscowMidnight(today).getTime() - moscowMidnight(FIRST_DAY).getTime()) / 86_400_000,
      ),
    );
    const day = fc.integer({ min: -3, max: length });
    await fc.assert(
      fc.asyncProperty(day, day, day, async (...offsets) => {
        const [first, middle, last] = offsets
          .sort((one, other) => one - other)
          .map((offset) => addDays(FIRST_DAY, offset)) as [string, string, string];
        const before = await reconcile(first, middle);
        expect(before.difference).toEqual({ available: 0, reserved: 0, total: 0 });
        for (const part of ["available", "reserved", "total"] as const)
          expect(kopecks(before.opening[part]) + kopecks(before.movement[part])).toBe(
            kopecks(before.closing[part]),
          );
        expect(total(before.kinds)).toBe(kopecks(before.movement.total));
        expect(total(before.projects)).toBe(kopecks(before.movement.total));
        if (middle < last)
          expect((await reconcile(addDays(middle, 1), last)).opening).toEqual(before.closing);
      }),
      { numRuns: 40, seed: 15 },
    );
  });

  test("what a kind has moved is what its operations sum up to", async () => {
    const { kinds } = await reconcile("2025-12-01", "2026-01-31");
    for (const { type, count, available, reserved } of kinds.filter((kind) => kind.count > 0)) {
      const list = await demo.call(
        CAST.accountant,
        "GET",
        `/client-api/transaction/list?types=${type.id}&periodStart=2025-12-01&periodEnd=2026-01-31&perPage=100`,
      );
      expect(list.body["meta"]).toMatchObject({ total: count });
      const sum = (list.body.items ?? []).reduce(
        (all, { amount }) => all + kopecks(Number(amount)),
        0,
      );
      expect(sum, type.id).toBe(
        kopecks(["JOB_PAYMENT", "COMMISSION"].includes(type.id) ? reserved : available),
      );
    }
  });

  test("the days of a period end with its closing", async () => {
    const { closing } = await reconcile("2025-12-01", "2025-12-31");
    const { body } = await demo.call(
      CAST.accountant,
      "GET",
      "/client-api/transaction/balance-days?periodStart=2025-12-01&periodEnd=2025-12-31",
    );
    const days = body.items ?? [];
    expect(days[0]).toMatchObject({
      available: closing.available,
      reserved: closing.reserved,
      total: closing.total,
    });
    for (const [index, later] of days.slice(0, -1).entries())
      expect(
        kopecks(Number(days[index + 1]?.["total"])) +
          kopecks(Number(later["income"])) -
          kopecks(Number(later["expense"])),
      ).toBe(kopecks(Number(later["total"])));
  });

  test("for those who read operations of the whole company, and in order", async () => {
    const path =
      "/client-api/transaction/reconciliation?periodStart=2026-01-01&periodEnd=2026-01-31";
    for (const phone of [CAST.viewer, CAST.projectManager, CAST.workman])
      expect((await demo.call(phone, "GET", path)).status).toBe(403);
    await sql`
      UPDATE account_users
      SET project_ids = '{1}'
      WHERE account_id = 1 AND person_id = (SELECT id FROM people WHERE phone = ${CAST.accountant})`.execute(
      demo.database.kysely,
    );
    expect(await demo.call(CAST.accountant, "GET", path)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("деньги всей компании") },
    });
    await sql`
      UPDATE account_users
      SET project_ids = NULL
      WHERE account_id = 1 AND person_id = (SELECT id FROM people WHERE phone = ${CAST.accountant})`.execute(
      demo.database.kysely,
    );
    expect(
      await demo.call(
        CAST.owner,
        "GET",
        "/client-api/transaction/reconciliation?periodStart=2026-02-01&periodEnd=2026-01-31",
      ),
    ).toMatchObject({
      status: 422,
      body: { errors: { periodEnd: [expect.stringContaining("раньше начала")] } },
    });
    expect(
      (
        await demo.call(
          CAST.owner,
          "GET",
          "/client-api/transaction/reconciliation?periodStart=2024-01-01&periodEnd=2026-01-31",
        )
      ).status,
    ).toBe(422);
    expect((await reconcile("2025-11-01", "2026-01-31", CAST.otherOwner)).kinds).toEqual([]);
  });
});

describe("the bank's statement", () => {
  let database: TestDatabase;
  let product: TestApp;
  let accountId: number;
  let headers: Record<string, string>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const engine = makePayrollEngine(database.connectionString);
    const scene = await makePayrollScene(database.kysely, { rows: 6, seed: 1 });
    accountId = scene.accountId;
    await engine.confirm(scene);
    await engine.settle();
    await engine.close();
    product = await buildTestApp({ database });
    expect(
      (
        await product.http.inject({
          method: "POST",
          url: `/sandbox/api/accounts/${accountId}/top-up`,
          payload: { amount: 1000.5 },
        })
      ).statusCode,
    ).toBe(200);
    headers = await product.signIn("79000000001");
  });
  afterAll(async () => {
    await product.close();
    await database.drop();
  });
  const orders = () =>
    sql`order_id LIKE ${`${accountId}-%`} AND failure_reason IS NULL AND return_at IS NULL`;
  const period = () =>
    `periodStart=${addDays(moscowDate(demo.clock.now()), -90)}&periodEnd=${moscowDate(demo.clock.now())}`;
  const ask = async () => {
    const answer = await product.http.inject({
      url: `/client-api/transaction/bank-reconciliation?${period()}`,
      headers,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<BankReconciliation>();
  };
  const reasons = ({ mismatches }: BankReconciliation) =>
    mismatches.map(({ reason, kind }) => `${kind.id} ${reason.id}`);
  const db = () => database.kysely;

  test("says what the books say, of top-ups, invoices, payouts and what came back", async () => {
    const before = await ask();
    expect(before.mismatches).toEqual([]);
    expect(before.isMatched).toBe(true);
    expect(before.turnovers).toMatchObject([
      { kind: { id: "INCOMING" }, bank: 1000.5, books: 1000.5, difference: 0 },
      { kind: { id: "OUTGOING" }, bankCount: 6, bank: 60_000, books: 60_000, difference: 0 },
      { kind: { id: "RETURNED" }, bankCount: 0, difference: 0 },
      { kind: { id: "REFUNDED" }, bankCount: 0, booksCount: 0 },
      { kind: { id: "REFUND_RETURNED" }, bankCount: 0, booksCount: 0 },
    ]);
    // Invoices of the demonstration came through the bank too.
    const ofDemo = await demo.call(
      CAST.accountant,
      "GET",
      `/client-api/transaction/bank-reconciliation?${period()}`,
    );
    // The demonstration's third payment is unrecognised.
    expect(ofDemo.body).toMatchObject({
      isMatched: false,
      mismatches: [{ reason: { id: "UNRECOGNIZED" } }],
      turnovers: [{ bankCount: 3, booksCount: 2 }, {}, {}, {}, {}],
    });

    await sql`
      UPDATE sandbox.bank_orders
      SET return_at = ${product.clock.now()}, return_reason = 'ACCOUNT_CLOSED'
      WHERE order_id = (SELECT min(order_id) FROM sandbox.bank_orders WHERE ${orders()})`.execute(
      db(),
    );
    expect(reasons(await ask())).toEqual(["RETURNED NOT_IN_BOOKS"]);
    await product.runTasksUntilIdle();
    const after = await ask();
    expect(after.mismatches).toEqual([]);
    expect(after.turnovers.find(({ kind }) => kind.id === "RETURNED")).toMatchObject({
      bankCount: 1,
      booksCount: 1,
      difference: 0,
    });
  });

  test("what the bank has paid and the platform has not heard of yet is a difference an hour later", async () => {
    const { rows } = await sql<{ id: bigint; confirmed_entry_ids: bigint[] }>`
      SELECT id, confirmed_entry_ids FROM payouts
      WHERE account_id = ${accountId} AND state = 'PAID'
      ORDER BY id DESC
      LIMIT 1`.execute(db());
    const [paid] = rows as [(typeof rows)[0]];
    const book = (state: string, entries: readonly bigint[]) =>
      sql`
        UPDATE payouts SET state = ${state}, confirmed_entry_ids = ${entries}::bigint[]
        WHERE account_id = ${accountId} AND id = ${paid.id}`.execute(db());
    await sql`
      UPDATE sandbox.bank_orders SET answer_at = ${product.clock.now()}
      WHERE order_id LIKE ${`${accountId}-${paid.id}-%`}`.execute(db());
    await book("SENT", []);
    expect(reasons(await ask())).toEqual([]);
    await book("FAILED", []);
    expect(reasons(await ask())).toEqual(["OUTGOING OTHER_STATE"]);
    await book("SENT", []);
    await sql`
      UPDATE sandbox.bank_orders SET answer_at = answer_at - interval '2 hours'
      WHERE order_id LIKE ${`${accountId}-${paid.id}-%`}`.execute(db());
    expect(reasons(await ask())).toEqual(["OUTGOING OTHER_STATE"]);
    await book("PAID", paid.confirmed_entry_ids);
    expect(reasons(await ask())).toEqual([]);
  });

  test("names each line that one side does not have or tells otherwise, with its record", async () => {
    const { rows } = await sql<{
      order_id: string;
      amount_kopecks: bigint;
    }>`
      SELECT order_id, amount_kopecks
      FROM sandbox.bank_orders
      WHERE ${orders()}
      ORDER BY order_id
      LIMIT 2`.execute(db());
    const [lost, wrong] = rows as [(typeof rows)[0], (typeof rows)[0]];
    await sql`
      UPDATE sandbox.bank_orders SET order_id = 'lost' WHERE order_id = ${lost.order_id}`.execute(
      db(),
    );
    await sql`
      UPDATE sandbox.bank_orders
      SET amount_kopecks = amount_kopecks + 1
      WHERE order_id = ${wrong.order_id}`.execute(db());
    const found = await ask();
    expect(found.isMatched).toBe(false);
    expect(reasons(found).sort()).toEqual(["OUTGOING NOT_AT_BANK", "OUTGOING OTHER_AMOUNT"]);
    expect(found.mismatches.every(({ job }) => job !== null && job.title !== "")).toBe(true);
    expect(found.turnovers.find(({ kind }) => kind.id === "OUTGOING")?.difference).toBe(
      (1 - Number(lost.amount_kopecks)) / 100,
    );
    await sql`
      UPDATE sandbox.bank_orders SET order_id = ${lost.order_id} WHERE order_id = 'lost'`.execute(
      db(),
    );
    await sql`
      UPDATE sandbox.bank_orders
      SET amount_kopecks = amount_kopecks - 1
      WHERE order_id = ${wrong.order_id}`.execute(db());
    expect((await ask()).isMatched).toBe(true);
  });

  /** The word of an order that is paid here and has no line there, on the screen and for the task. */
  test.each([
    ["UNKNOWN", "NOT_AT_BANK", "NOT_AT_BANK"],
    ["REJECTED", "OTHER_STATE", "OTHER_STATE"],
    ["DONE", "OTHER_PERIOD", undefined],
    ["silence", "OTHER_PERIOD", undefined],
  ] as const)(
    "without the line of a paid order of which the bank's word is %s: both judge alike",
    async (word, onScreen, inTask) => {
      const { rows } = await sql<{ order_id: string }>`
        SELECT order_id FROM sandbox.bank_orders WHERE ${orders()} ORDER BY order_id LIMIT 1`.execute(
        db(),
      );
      const lost = rows[0]?.order_id ?? "";
      const real = sandboxBank(db(), product.clock);
      const bank = {
        ...real,
        async statementOf(request: Parameters<typeof real.statementOf>[0]) {
          const page = await real.statementOf(request);
          return { ...page, lines: page.lines.filter(({ reference }) => reference !== lost) };
        },
        async orderResults(ids: readonly string[]) {
          const results = (await real.orderResults(ids)).filter(({ orderId }) => orderId !== lost);
          const at = product.clock.now();
          const own: Readonly<Record<string, OrderResult>> = {
            UNKNOWN: { orderId: lost, status: "UNKNOWN" },
            REJECTED: { orderId: lost, status: "REJECTED", reason: "ACCOUNT_CLOSED", at },
            DONE: { orderId: lost, status: "DONE", at },
          };
          const one = own[word];
          return ids.includes(lost) && one ? [...results, one] : results;
        },
      };
      const now = product.clock.now();
      const days = {
        periodStart: addDays(moscowDate(now), -90),
        periodEnd: moscowDate(now),
      };
      const screen = await reconcileBank(db(), bank, accountId, days, now);
      expect(screen.mismatches.map(({ reason }) => reason.id)).toEqual([onScreen]);
      expect(screen.isMatched).toBe(onScreen === "OTHER_PERIOD");
      const from = new Date(now.getTime() - 4 * 86_400_000);
      const task = await findDifferences(db(), bank, { from, now });
      expect(task.find(({ orderId }) => orderId === lost)?.reason).toBe(inTask);
    },
  );

  test("has refunds of the company's unidentified money, those of nobody else, and what came back of them", async () => {
    const at = product.clock.now();
    const refunds = await sql<{ id: bigint }>`
      INSERT INTO incoming_payments (bank_id, bank_provider, amount_kopecks, payer_inn, payer_name,
        purpose, received_at, taken_at, guessed_account_id, return_state, return_attempt,
        return_due_at)
      SELECT 'nobody-' || n, 'MAIN', 70000, '7700000000', 'ООО', 'Оплата', ${at}, ${at},
        CASE WHEN n < 3 THEN ${accountId}::integer END, 'READY', 1, ${at}
      FROM generate_series(1, 3) n
      RETURNING id`.execute(db());
    await product.runTasksUntilIdle();
    const turnoversOf = async () => (await ask()).turnovers.slice(3);
    expect(await turnoversOf()).toMatchObject([
      { kind: { id: "REFUNDED" }, bankCount: 2, bank: 1400, books: 1400, difference: 0 },
      { kind: { id: "REFUND_RETURNED" }, bankCount: 0, booksCount: 0 },
    ]);
    const [kept, lost] = refunds.rows.map(({ id }) => `return-${id}-1`) as [string, string];
    await sql`
      UPDATE sandbox.bank_orders SET return_at = ${at}, return_reason = 'ACCOUNT_CLOSED'
      WHERE order_id = ${kept}`.execute(db());
    expect(reasons(await ask())).toEqual(["REFUND_RETURNED NOT_IN_BOOKS"]);
    await product.runTasksUntilIdle();
    expect(await turnoversOf()).toMatchObject([
      { bankCount: 2, difference: 0 },
      { bankCount: 1, booksCount: 1, difference: 0 },
    ]);
    await sql`DELETE FROM sandbox.bank_orders WHERE order_id = ${lost}`.execute(db());
    // What came back waits for a decision again.
    expect((await ask()).mismatches).toMatchObject([
      { kind: { id: "INCOMING" }, reason: { id: "UNRECOGNIZED" }, reference: "nobody-1" },
      { kind: { id: "REFUNDED" }, reason: { id: "NOT_AT_BANK" }, reference: lost },
    ]);
  });

  test("that cannot be had is said, and the balance is reconciled without it", async () => {
    await sql`UPDATE sandbox.switches SET out_of_reach = true WHERE service = 'bank'`.execute(db());
    const answer = await product.http.inject({
      url: `/client-api/transaction/bank-reconciliation?${period()}`,
      headers,
    });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      503,
      expect.stringContaining("Банк не отвечает"),
    ]);
    await sql`
      UPDATE sandbox.switches SET out_of_reach = false WHERE service = 'bank'`.execute(db());
  });
});
