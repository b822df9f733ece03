import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { lateReturnsTask, readReturnsTask } from "#server/money/bank-orders/late-returns-task.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { listenForNotices } from "#server/modules/notices/listeners/notices.ts";
import { askAboutOrder, askAboutPayout } from "#server/money/payouts/ask-about-payout.ts";
import { giveUpPayout, retryPayout } from "#server/money/payouts/index.ts";
import { payoutsModule } from "#server/money/payouts/module.ts";
import { registriesModule } from "#server/modules/registries/module.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { makeProductEvents } from "#server/product-events.ts";
import { openPayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const NEVER = new AbortController().signal;

let engine: Awaited<ReturnType<typeof openPayrollEngine>>;
let database: TestDatabase;
beforeEach(async () => {
  engine = await openPayrollEngine();
  ({ database } = engine);
});
afterEach(() => engine.close());

/** A process that reads returns, with its own listeners and empty memory. */
function aReader(bank: Partial<BankGateway> = {}) {
  const { clock } = engine;
  const events = makeProductEvents();
  listenForNotices(events);
  const real = sandboxBank(database.kysely, clock);
  const platform = { ...engine.platform, events, bank: real };
  payoutsModule.listeners?.(platform);
  registriesModule.listeners?.(platform);
  const tasks = [readReturnsTask, lateReturnsTask].map((make) =>
    make({ ...platform, bank: { ...real, ...bank } }),
  );
  return async () => {
    for (const task of tasks) {
      let turn = 0;
      while (await task.run(NEVER))
        if ((turn += 1) === 50) throw new Error("the reading of returns never ends");
    }
  };
}

async function aPaidRegistry(rows: number): Promise<PayrollScene> {
  const scene = await makePayrollScene(database.kysely, { rows });
  await engine.confirm(scene);
  await engine.settle();
  return scene;
}

const returnAll = (where = sql`true`) =>
  sql`
    UPDATE sandbox.bank_orders
    SET return_at = ${engine.clock.now()}, return_reason = 'ACCOUNT_CLOSED'
    WHERE ${where}`.execute(database.kysely);
const registry = async (scene: PayrollScene) =>
  (
    await sql<{
      state: string;
      finished_at: Date;
      paid_count: number;
      failed_count: number;
    }>`
      SELECT state, finished_at, paid_count, failed_count
      FROM registries
      WHERE id = ${scene.registryId}`.execute(database.kysely)
  ).rows[0];
const toldPayers = async () =>
  Number(
    (
      await sql<{
        n: bigint;
      }>`SELECT count(*) AS n FROM notices WHERE type LIKE '%RegistryExecuted'`.execute(
        database.kysely,
      )
    ).rows[0]?.n,
  );

test("more than a page of returns at one moment are all taken, the finished registry stays finished, and its payers hear once", async () => {
  const scene = await aPaidRegistry(1200);
  const before = await registry(scene);
  expect([before?.state, await toldPayers()]).toEqual(["EXECUTED", 1]);
  engine.clock.advance(60_000);
  await returnAll();
  await aReader()();
  expect(await registry(scene)).toEqual({
    state: "PARTIALLY_EXECUTED",
    finished_at: before?.finished_at,
    paid_count: 0,
    failed_count: 1200,
  });
  expect(await toldPayers()).toBe(2);
  const newest = await sql<{ registry: object }>`
    SELECT resource -> 'registry' AS registry
    FROM notices
    WHERE type LIKE '%RegistryExecuted'
    ORDER BY id DESC
    LIMIT 1`.execute(database.kysely);
  expect(newest.rows[0]?.registry).toMatchObject({ doneCount: 0, failedCount: 1200 });
  const { rows } = await sql<{
    state: string;
    n: bigint;
  }>`SELECT state, count(*) AS n FROM payouts GROUP BY state`.execute(database.kysely);
  expect(rows).toEqual([{ state: "RETURNED", n: 1200n }]);
  expect(await auditLedger(database.kysely)).toEqual(CLEAN);
});

test("a return heard before the order's own answer is written is taken when it is, and by another process", async () => {
  const scene = await aPaidRegistry(2);
  // As if the transaction that writes «done» were still open.
  await sql`
    UPDATE payouts SET state = 'SENT' WHERE id = (SELECT min(id) FROM payouts)`.execute(
    database.kysely,
  );
  await returnAll();
  await aReader()();
  expect(
    (
      await sql<{ state: string }>`SELECT state FROM payouts ORDER BY id`.execute(database.kysely)
    ).rows.map(({ state }) => state),
  ).toEqual(["SENT", "RETURNED"]);
  await sql`
    UPDATE payouts SET state = 'PAID' WHERE id = (SELECT min(id) FROM payouts)`.execute(
    database.kysely,
  );
  engine.clock.advance(61_000);
  await aReader()();
  expect(await registry(scene)).toMatchObject({ paid_count: 0, failed_count: 2 });
  expect(await auditLedger(database.kysely)).toEqual(CLEAN);
});

test("one return that cannot be taken waits with its reason, the others go on", async () => {
  const scene = await aPaidRegistry(3);
  await returnAll();
  await sql`
    ALTER TABLE payouts ADD CONSTRAINT broken CHECK (state <> 'RETURNED' OR row_no <> 2)`.execute(
    database.kysely,
  );
  await aReader()();
  expect(await registry(scene)).toMatchObject({ paid_count: 1, failed_count: 2 });
  const { rows } = await sql<{
    problem: string;
    tries: number;
  }>`SELECT problem, tries FROM set_aside_items`.execute(database.kysely);
  expect(rows).toEqual([{ problem: expect.stringContaining("23514"), tries: 1 }]);
});

test("a process that starts anew goes on where the reading stood, and asks for nothing twice", async () => {
  await aPaidRegistry(2);
  await returnAll();
  await aReader()();
  const asked: (string | null)[] = [];
  await aReader({
    returnsAfter: async (position) => (asked.push(position), { returns: [], position }),
  })();
  expect(asked).toEqual(["2"]);
});

test.each([
  ["ordered anew", askAboutOrder, retryPayout, "READY"],
  ["given up", askAboutPayout, giveUpPayout, "CANCELED"],
] as const)(
  "money that came back is %s, though the bank's results keep saying that it has left",
  async (_what, ask, decide, state) => {
    const scene = await aPaidRegistry(1);
    await returnAll();
    await aReader()();
    const { rows } = await sql<{ id: bigint }>`SELECT id FROM payouts`.execute(database.kysely);
    const key = { accountId: scene.accountId, payoutId: rows[0]?.id ?? 0n };
    const orderResults: BankGateway["orderResults"] = async (ids) =>
      ids.map((orderId) => ({ orderId, status: "DONE", at: engine.clock.now() }));
    const platform = { ...engine.platform, bank: { ...engine.platform.bank, orderResults } };
    const asked = await ask(platform, key);
    await inTransaction(engine.db.kysely, (trx) => decide(platform, trx, key, asked));
    expect((await sql`SELECT state FROM payouts`.execute(database.kysely)).rows).toEqual([
      { state },
    ]);
    // The order made anew has not come back: the bank's word counts again.
    if (state === "READY") expect(await ask(platform, key)).toMatchObject({ order: "AT_BANK" });
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  },
);
