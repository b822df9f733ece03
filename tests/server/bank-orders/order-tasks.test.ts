import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { httpBank } from "#server/integrations/bank/http.ts";
import { OrdersRefused, type BankGateway } from "#server/integrations/bank/port.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import { offsetClock } from "#server/data/clock.ts";
import { bankOrderTasks } from "#server/money/bank-orders/index.ts";
import { auditLedger, post, walletOfWorkman } from "#server/money/ledger/index.ts";
import { withdrawalOrders } from "#server/money/workman-wallet/tasks/withdrawals.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { startLocalService } from "#tests/support/outside-services.ts";
import { openPayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene } from "#tests/support/payroll-scene.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const NEVER = new AbortController().signal;

interface Named {
  readonly orderId: string;
}

let engine: Awaited<ReturnType<typeof openPayrollEngine>>;
let workmanId: number;
beforeEach(async () => {
  engine = await openPayrollEngine();
  await makePayrollScene(engine.database.kysely, { rows: 1 });
  const { rows } = await sql<{ workman_id: number }>`
    SELECT workman_id FROM workman_cards LIMIT 1`.execute(engine.database.kysely);
  workmanId = rows[0]?.workman_id ?? 0;
});
afterEach(() => engine.close());

async function aWithdrawal(state: "READY" | "SENT", amountKopecks: bigint): Promise<bigint> {
  const at = engine.clock.now();
  return engine.database.kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: bigint }>`
      INSERT INTO withdrawals (workman_id, card_id, state, amount_kopecks, fee_kopecks, due_at,
        created_at, sent_at)
      SELECT workman_id, id, ${state}, ${amountKopecks}, 0, ${at}, ${at},
        CASE WHEN ${state} = 'SENT' THEN ${at}::timestamptz END
      FROM workman_cards
      WHERE workman_id = ${workmanId}
      RETURNING id`.execute(trx);
    const id = rows[0]?.id ?? 0n;
    await post(trx, {
      event: "CORRECTION",
      source: { type: "withdrawal", id },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks },
        { code: "BANK_OUT", amountKopecks: -amountKopecks },
      ],
    });
    return id;
  });
}

/** One run of sending and awaiting, of a process whose clock may differ. */
async function turn(bank: Partial<BankGateway> = {}, { clock } = engine): Promise<void> {
  const { platform, database } = engine;
  const ours = { ...platform, clock, bank: { ...sandboxBank(database.kysely, clock), ...bank } };
  for (const task of bankOrderTasks(ours, withdrawalOrders(ours))) await task.run(NEVER);
}

async function states(): Promise<string[]> {
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM withdrawals ORDER BY id`.execute(engine.database.kysely);
  return rows.map(({ state }) => state);
}

const refusing = {
  submitOrders: () => Promise.reject(new OrdersRefused("the card is closed")),
};
async function turns(many: number, afterMs: number, bank: Partial<BankGateway>): Promise<void> {
  for (let one = 0; one < many; one += 1) {
    engine.clock.advance(afterMs);
    await turn(bank);
  }
}

test("an order the bank has lost and refuses is tried again, and goes back after the last try while others pass", async () => {
  await aWithdrawal("SENT", 500_000n);
  await turns(5, 600_000, refusing);
  // Nothing else was sent: the bank itself may be at fault.
  expect(await states()).toEqual(["SENT"]);
  expect(await walletOfWorkman(engine.database.kysely, workmanId)).toBe(0n);
  const other = await aWithdrawal("READY", 100n);
  const bank = sandboxBank(engine.database.kysely, engine.clock);
  await turns(1, 3_600_000, {
    async submitOrders(orders) {
      if (orders.some(({ orderId }) => orderId !== `withdrawal-${other}`))
        throw new OrdersRefused("the card is closed");
      return bank.submitOrders(orders);
    },
  });
  expect(await states()).toEqual(["FAILED", "PAID"]);
  expect(await walletOfWorkman(engine.database.kysely, workmanId)).toBe(500_000n);
  expect(await auditLedger(engine.database.kysely)).toEqual(CLEAN);
});

test("up to three refused with nobody beside them outlast an outage, and what passed before it is no proof", async () => {
  await aWithdrawal("READY", 100n);
  await turn();
  for (let many = 0; many < 3; many += 1) await aWithdrawal("READY", 500_000n);
  await turns(7, 3_600_000, refusing);
  await turns(1, 3 * 3_600_000, {});
  expect(await states()).toEqual(["PAID", "PAID", "PAID", "PAID"]);
});

test("one refused for a day goes back although nothing else was sent", async () => {
  await aWithdrawal("READY", 500_000n);
  await turns(12, 3_600_000, refusing);
  expect(await states()).toEqual(["READY"]);
  await turns(12, 3_600_000, refusing);
  expect(await states()).toEqual(["READY"]);
  await turns(12, 3_600_000, refusing);
  expect(await states()).toEqual(["FAILED"]);
});

test("a bank that takes nobody's orders for half an hour has refused none of them", async () => {
  for (let many = 0; many < 6; many += 1) await aWithdrawal("READY", 500_000n);
  for (let tries = 0; tries < 8; tries += 1) {
    await expect(turn(refusing)).rejects.toThrow("the card is closed");
    engine.clock.advance(240_000);
  }
  await turn();
  expect(await states()).toEqual(Array.from({ length: 6 }, () => "PAID"));
});

test("a refused order the bank has nevertheless is awaited, not given back", async () => {
  const id = await aWithdrawal("READY", 500_000n);
  const { kysely } = engine.database;
  const bank = sandboxBank(kysely, engine.clock);
  await turn({
    // Accepted, but answered as refused.
    async submitOrders(orders) {
      await bank.submitOrders(orders);
      throw new OrdersRefused("a duplicate");
    },
  });
  expect(await states()).toEqual(["PAID"]);
  const { rows } = await sql`SELECT order_id FROM sandbox.bank_orders`.execute(kysely);
  expect(rows).toEqual([{ order_id: `withdrawal-${id}` }]);
});

test("one refused, of which the bank's answer then has no line, is neither given back nor sent as new", async () => {
  const sent: string[] = [];
  const service = await startLocalService(({ path, body }) => {
    if (path === "/orders") {
      sent.push(...(JSON.parse(body) as { orders: Named[] }).orders.map((one) => one.orderId));
      return { status: 422, type: "application/json", body: "{}" };
    }
    const { orderIds } = JSON.parse(body) as { orderIds: string[] };
    const results = orderIds.map((orderId) => ({ orderId, status: "UNKNOWN" }));
    return {
      type: "application/json",
      body: JSON.stringify({ results: sent.length === 0 ? results : [] }),
    };
  });
  const id = await aWithdrawal("READY", 500_000n);
  for (let tries = 0; tries < 7; tries += 1) {
    await turn(httpBank({ url: service.url })).catch(() => undefined);
    engine.clock.advance(86_400_000);
  }
  await service.close();
  expect(await states()).toEqual(["READY"]);
  expect(sent).toEqual([`withdrawal-${id}`]);
  expect(await walletOfWorkman(engine.database.kysely, workmanId)).toBe(0n);
});

test("one leased meanwhile by a process whose clock is ahead is not given back on the word of before", async () => {
  const id = await aWithdrawal("READY", 500_000n);
  const { kysely } = engine.database;
  const clock = offsetClock();
  clock.advance(180_000);
  const bank = sandboxBank(kysely, engine.clock);
  const takenUnheard = {
    async submitOrders(orders: Parameters<BankGateway["submitOrders"]>[0]) {
      await bank.submitOrders(orders);
      throw new OutOfReach("the answer was lost");
    },
  };
  // The next refusal is the last.
  await sql`
    INSERT INTO set_aside_items (task, item, tries, due_at, problem, first_at)
    VALUES ('workman-wallet.withdrawals', ${`withdrawal-${id}`}, 4, 'epoch', '', 'epoch')`.execute(
    kysely,
  );
  let questions = 0;
  await turn({
    submitOrders: () => Promise.reject(new OrdersRefused("the card is closed")),
    async orderResults(ids) {
      const heard = await bank.orderResults(ids);
      questions += 1;
      if (questions === 2)
        await expect(turn(takenUnheard, { ...engine, clock })).rejects.toThrow("was lost");
      return heard;
    },
  });
  expect([questions, await states()]).toEqual([2, ["READY"]]);
  expect(await walletOfWorkman(kysely, workmanId)).toBe(0n);
  engine.clock.advance(600_000);
  await turn();
  expect(await states()).toEqual(["PAID"]);
  expect(await auditLedger(kysely)).toEqual(CLEAN);
});

test("nothing is locked while the bank is asked, and one the database refuses blocks no other", async () => {
  const { kysely } = engine.database;
  await sql`
    ALTER TABLE withdrawals ADD CONSTRAINT broken
    CHECK (state = 'READY' OR amount_kopecks <> 777)`.execute(kysely);
  const broken = await aWithdrawal("READY", 777n);
  await aWithdrawal("READY", 500n);
  const bank = sandboxBank(kysely, engine.clock);
  await turn({
    async submitOrders(orders) {
      await sql`SELECT FROM withdrawals FOR UPDATE NOWAIT`.execute(kysely);
      return bank.submitOrders(orders);
    },
  });
  expect(await states()).toEqual(["READY", "PAID"]);
  const { rows } = await sql`SELECT item FROM set_aside_items`.execute(kysely);
  expect(rows).toEqual([{ item: `withdrawal-${broken}` }]);
  // Looked up first, so not submitted twice.
  await sql`ALTER TABLE withdrawals DROP CONSTRAINT broken`.execute(kysely);
  engine.clock.advance(600_000);
  await turn({ submitOrders: () => Promise.reject(new Error("submitted twice")) });
  expect(await states()).toEqual(["PAID", "PAID"]);
  expect(await auditLedger(kysely)).toEqual(CLEAN);
});

test("what the bank holds is never sent again, and its money waits for the bank's word", async () => {
  const { kysely } = engine.database;
  await sql`UPDATE sandbox.switches SET hold_next = 2 WHERE service = 'bank'`.execute(kysely);
  await aWithdrawal("READY", 500n);
  await aWithdrawal("READY", 700n);
  await turn();
  const again = { submitOrders: () => Promise.reject(new Error("sent again")) };
  for (let turns = 0; turns < 3; turns += 1) {
    engine.clock.advance(600_000);
    await turn(again);
  }
  expect(await states()).toEqual(["BANK_HELD", "BANK_HELD"]);
  expect(await walletOfWorkman(kysely, workmanId)).toBe(0n);
  const { rows: told } = await sql`SELECT 1 FROM notices WHERE type LIKE '%WithdrawalHeld'`.execute(
    kysely,
  );
  expect(told).toHaveLength(2);
  await sql`
    UPDATE sandbox.bank_orders
    SET held_until = ${engine.clock.now()},
      failure_reason = CASE WHEN amount_kopecks = 500 THEN 'COMPLIANCE' END`.execute(kysely);
  engine.clock.advance(600_000);
  await turn(again);
  expect(await states()).toEqual(["FAILED", "PAID"]);
  expect(await walletOfWorkman(kysely, workmanId)).toBe(500n);
  expect(await auditLedger(kysely)).toEqual(CLEAN);
});

test("one that the bank held and does not know any more is not sent again either, and goes back", async () => {
  const { kysely } = engine.database;
  await sql`UPDATE sandbox.switches SET hold_next = 1 WHERE service = 'bank'`.execute(kysely);
  await aWithdrawal("READY", 500n);
  await turn();
  await sql`DELETE FROM sandbox.bank_orders`.execute(kysely);
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await states()).toEqual(["BANK_HELD"]);
    engine.clock.advance(600_000);
    await turn({ submitOrders: () => Promise.reject(new Error("sent again")) });
  }
  expect(await states()).toEqual(["FAILED"]);
  expect(await walletOfWorkman(kysely, workmanId)).toBe(500n);
});
