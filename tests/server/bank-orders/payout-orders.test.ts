import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { OrdersRefused, type BankGateway } from "#server/integrations/bank/port.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { askAboutPayout } from "#server/money/payouts/ask-about-payout.ts";
import { giveUpPayout } from "#server/money/payouts/index.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { openPayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

let engine: Awaited<ReturnType<typeof openPayrollEngine>>;
let bank: Partial<BankGateway> = {};
let real: BankGateway;
afterEach(() => engine.close());

/** A registry of payouts at a bank that each test changes. */
async function aRegistry(rows: number): Promise<PayrollScene> {
  bank = {};
  engine = await openPayrollEngine({
    bank: (given) => {
      real = given;
      return new Proxy(given, {
        get: (_, name) => Reflect.get(bank, name) ?? Reflect.get(given, name),
      });
    },
  });
  const scene = await makePayrollScene(engine.database.kysely, { rows });
  await engine.confirm(scene);
  return scene;
}

const db = () => engine.database.kysely;
const payouts = async () =>
  (
    await sql<{ account_id: number; id: bigint; state: string; failure_reason: string | null }>`
      SELECT account_id, id, state, failure_reason FROM payouts ORDER BY id`.execute(db())
  ).rows;
const states = async () => (await payouts()).map(({ state }) => state);
async function settleAfter(ms: number): Promise<void> {
  engine.clock.advance(ms);
  await engine.settle();
}

test("no row is locked while the bank is asked and while it takes orders", async () => {
  await aRegistry(3);
  let looks = 0;
  const look = async () => {
    await sql`SELECT FROM payouts WHERE state IN ('READY', 'SENT') FOR UPDATE NOWAIT`.execute(db());
    looks += 1;
  };
  bank.orderResults = async (ids) => (await look(), real.orderResults(ids));
  bank.submitOrders = async (orders) => (await look(), real.submitOrders(orders));
  await engine.settle();
  expect(await states()).toEqual(["PAID", "PAID", "PAID"]);
  expect(looks).toBeGreaterThanOrEqual(2);
});

test("an order that cannot be made any more is asked about first: what the bank has is paid", async () => {
  await aRegistry(2);
  bank.submitOrders = async (orders) => {
    await real.submitOrders(orders.slice(0, 1));
    throw new OutOfReach("the answer was lost");
  };
  await expect(engine.settle()).rejects.toThrow("was lost");
  bank = {};
  await sql`UPDATE workman_cards SET status = 'unbound'`.execute(db());
  await settleAfter(120_000);
  expect((await states()).toSorted()).toEqual(["FAILED", "PAID"]);
  const { rows } = await sql`SELECT 1 FROM sandbox.bank_orders`.execute(db());
  expect(rows).toHaveLength(1);
  expect(await auditLedger(db())).toEqual(CLEAN);
});

test("while the task has an order, «not known» gives nothing back", async () => {
  const scene = await aRegistry(1);
  const answers: unknown[] = [];
  bank.submitOrders = async (orders) => {
    const [payout] = await payouts();
    answers.push(
      await askAboutPayout(engine.platform, {
        accountId: scene.accountId,
        payoutId: payout?.id ?? 0n,
      }),
    );
    return real.submitOrders(orders);
  };
  await engine.settle();
  expect(answers).toEqual([{ order: "MAY_BE_PAID", receipt: null }]);
  expect(await states()).toEqual(["PAID"]);
});

test("an order the bank has lost is submitted again; one it then refuses is at last for people to decide", async () => {
  const scene = await aRegistry(1);
  bank.submitOrders = async (orders) =>
    (await real.submitOrders(orders)).map(({ orderId }) => ({ orderId, status: "PENDING" }));
  await engine.settle();
  expect(await states()).toEqual(["SENT"]);
  await sql`DELETE FROM sandbox.bank_orders`.execute(db());
  bank.submitOrders = () => Promise.reject(new OrdersRefused("Банк не принял поручение"));
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await states()).toEqual(["SENT"]);
    await settleAfter(600_000);
  }
  // Nothing else has passed: for a day it may be the bank's own fault.
  expect(await states()).toEqual(["SENT"]);
  await settleAfter(86_400_000);
  const [payout] = await payouts();
  expect(payout).toMatchObject({ state: "FAILED", failure_reason: "NOT_ORDERED" });
  const key = { accountId: scene.accountId, payoutId: payout?.id ?? 0n };
  const answer = await askAboutPayout(engine.platform, key);
  await inTransaction(engine.db.kysely, (trx) => giveUpPayout(engine.platform, trx, key, answer));
  expect(await balanceOfAccount(db(), scene.accountId)).toEqual({
    available: 1_030_000n,
    reserved: 0n,
  });
  expect(await auditLedger(db())).toEqual(CLEAN);
});

test("an order leaves only with its receipt registered; what the bank has of before is awaited all the same", async () => {
  await aRegistry(2);
  bank.submitOrders = async (orders) => {
    await real.submitOrders(orders.slice(0, 1));
    throw new OutOfReach("the answer was lost");
  };
  await expect(engine.settle()).rejects.toThrow("was lost");
  await sql`UPDATE receipts SET state = 'REVERSED_BY_WORKMAN'`.execute(db());
  bank = { submitOrders: () => Promise.reject(new Error("submitted without a receipt")) };
  for (let tries = 0; tries < 5; tries += 1) await settleAfter(600_000);
  expect((await states()).toSorted()).toEqual(["FAILED", "PAID"]);
  expect(await auditLedger(db())).toEqual(CLEAN);
});

test("an order the bank has only lost is taken once more and paid", async () => {
  await aRegistry(1);
  bank.submitOrders = async (orders) =>
    (await real.submitOrders(orders)).map(({ orderId }) => ({ orderId, status: "PENDING" }));
  await engine.settle();
  await sql`DELETE FROM sandbox.bank_orders`.execute(db());
  bank = {};
  await settleAfter(600_000);
  expect(await states()).toEqual(["PAID"]);
});

test("what the bank holds is told once, never sent again, frozen until its word, and paid or refused then", async () => {
  const scene = await aRegistry(3);
  await sql`UPDATE sandbox.switches SET hold_next = 2 WHERE service = 'bank'`.execute(db());
  await engine.settle();
  expect((await states()).toSorted()).toEqual(["BANK_HELD", "BANK_HELD", "PAID"]);
  const before = await balanceOfAccount(db(), scene.accountId);
  bank.submitOrders = () => Promise.reject(new Error("sent again"));
  await settleAfter(600_000);
  await settleAfter(600_000);
  expect((await states()).filter((state) => state === "BANK_HELD")).toHaveLength(2);
  const { rows: told } = await sql<{ type: string; n: bigint }>`
    SELECT type, count(*) AS n
    FROM notices
    WHERE type LIKE '%Held' OR type LIKE '%PayoutSent'
    GROUP BY type
    ORDER BY type`.execute(db());
  expect(told.map(({ type, n }) => [type.split("\\").at(-1), n])).toEqual([
    ["JobPayoutHeld", 2n],
    // Of the one that was sent.
    ["JobPayoutSent", 1n],
    ["PayoutsHeld", 1n],
  ]);
  const key = {
    accountId: scene.accountId,
    payoutId: (await payouts()).find(({ state }) => state === "BANK_HELD")?.id ?? 0n,
  };
  await expect(
    inTransaction(engine.db.kysely, (trx) => giveUpPayout(engine.platform, trx, key, null)),
  ).rejects.toMatchObject({ code: "conflict" });

  const now = engine.clock.now();
  await sql`
    UPDATE sandbox.bank_orders
    SET held_until = ${now},
      failure_reason = CASE
        WHEN order_id LIKE '%-' || ${key.payoutId}::text || '-%' THEN 'COMPLIANCE' END
    WHERE held_until IS NOT NULL`.execute(db());
  await settleAfter(600_000);
  expect((await states()).toSorted()).toEqual(["FAILED", "PAID", "PAID"]);
  expect(await balanceOfAccount(db(), scene.accountId)).toEqual(before);
  expect(await auditLedger(db())).toEqual(CLEAN);
});
