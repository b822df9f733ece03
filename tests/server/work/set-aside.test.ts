import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import { OrdersRefused, type BankGateway } from "#server/integrations/bank/port.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { listSetAside } from "#server/work/set-aside.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { buildOfferScene, OPENING_KOPECKS } from "#tests/support/offer-scene.ts";
import { aCustomer, addWorkmen, seedServices, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { openPayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import { makePayrollScene } from "#tests/support/payroll-scene.ts";

/** After an outage orders wait for the end of their lease. */
const LEASE_MS = 120_000;
const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

describe("one order that the bank refuses to take", () => {
  let engine: Awaited<ReturnType<typeof openPayrollEngine>>;
  afterEach(() => engine.close());

  /** Answers 4xx to every batch with this card. */
  const picky =
    (token: () => string) =>
    (real: BankGateway): BankGateway => ({
      ...real,
      async submitOrders(orders) {
        if (orders.some((order) => order.destination === token()))
          throw new OrdersRefused("Банк не принял поручение (ответ 422)");
        return real.submitOrders(orders);
      },
    });
  const states = async () =>
    (
      await sql<{
        state: string;
        n: bigint;
      }>`SELECT state, count(*) AS n FROM payouts GROUP BY state ORDER BY state`.execute(
        engine.database.kysely,
      )
    ).rows;

  test("keeps none of a thousand others from being paid, and is at last FAILED with its reason", async () => {
    let token = "";
    engine = await openPayrollEngine({ bank: picky(() => token) });
    const scene = await makePayrollScene(engine.database.kysely, { rows: 1000 });
    token =
      (
        await sql<{
          token: string;
        }>`SELECT token FROM workman_cards ORDER BY id OFFSET 499 LIMIT 1`.execute(
          engine.database.kysely,
        )
      ).rows[0]?.token ?? "";
    await engine.confirm(scene);
    await engine.settle();
    expect(await states()).toEqual([
      { state: "PAID", n: 999n },
      { state: "READY", n: 1n },
    ]);
    for (let day = 0; day < 5; day += 1) {
      engine.clock.advance(86_400_000);
      await engine.settle();
    }
    expect(await states()).toEqual([
      { state: "FAILED", n: 1n },
      { state: "PAID", n: 999n },
    ]);
    const { rows } = await sql<{
      failure_reason: string;
    }>`SELECT failure_reason FROM payouts WHERE state = 'FAILED'`.execute(engine.database.kysely);
    expect(rows[0]?.failure_reason).toBe("NOT_ORDERED");
    expect(await auditLedger(engine.database.kysely)).toEqual(CLEAN);
  });

  test("but was taken by an earlier try whose answer was lost, is paid and not given up", async () => {
    let token = "none";
    engine = await openPayrollEngine({
      bank: (real) => {
        const refusing = picky(() => token)(real);
        let lost = 1;
        return {
          ...refusing,
          async submitOrders(orders) {
            const results = await refusing.submitOrders(orders);
            if (lost-- > 0)
              throw new OutOfReach("the connection broke after the bank had taken them");
            return results;
          },
        };
      },
    });
    const scene = await makePayrollScene(engine.database.kysely, { rows: 3 });
    await engine.confirm(scene);
    await expect(engine.settle()).rejects.toThrow("connection broke");
    token =
      (
        await sql<{ token: string }>`
          SELECT token FROM workman_cards ORDER BY id LIMIT 1`.execute(engine.database.kysely)
      ).rows[0]?.token ?? "";
    engine.clock.advance(LEASE_MS);
    await engine.settle();
    expect(await states()).toEqual([{ state: "PAID", n: 3n }]);
  });

  test("and was taken for a card that its worker has changed since, is shown with the card it went to", async () => {
    let lost = 1;
    engine = await openPayrollEngine({
      bank: (real) => ({
        ...real,
        async submitOrders(orders) {
          const results = await real.submitOrders(orders);
          if (lost-- > 0)
            throw new OutOfReach("the connection broke after the bank had taken them");
          return results;
        },
      }),
    });
    const db = engine.database.kysely;
    const scene = await makePayrollScene(db, { rows: 2 });
    await engine.confirm(scene);
    await expect(engine.settle()).rejects.toThrow("connection broke");
    const { rows: before } = await sql<{
      mask: string;
    }>`SELECT destination_mask AS mask FROM payouts ORDER BY id`.execute(db);
    // One takes another card, the other removes his.
    await sql`
      UPDATE workman_cards
      SET chosen_at = NULL
      WHERE workman_id = (SELECT workman_id FROM payouts ORDER BY id LIMIT 1)`.execute(db);
    await sql`
      INSERT INTO workman_cards (workman_id, token, pan_mask, chosen_at)
      SELECT workman_id, 'newer-card', '2200 **** **** 7777', now()
      FROM payouts
      ORDER BY id
      LIMIT 1`.execute(db);
    await sql`
      UPDATE workman_cards
      SET status = 'unbound'
      WHERE workman_id = (SELECT workman_id FROM payouts ORDER BY id DESC LIMIT 1)`.execute(db);
    engine.clock.advance(LEASE_MS);
    await engine.settle();
    const { rows } = await sql<{
      state: string;
      mask: string;
    }>`SELECT state, destination_mask AS mask FROM payouts ORDER BY id`.execute(db);
    expect(rows).toEqual(before.map(({ mask }) => ({ state: "PAID", mask })));
    expect(before.every(({ mask }) => mask !== null && !mask.endsWith("7777"))).toBe(true);
  });
});

describe("one payout that the database refuses to write", () => {
  /** A bank that answers later. */
  const slow = (real: BankGateway): BankGateway => ({
    ...real,
    submitOrders: async (orders) =>
      (await real.submitOrders(orders)).map(({ orderId }) => ({
        orderId,
        status: "PENDING" as const,
      })),
  });

  test.each([
    ["its receipt", {}, "READY", "RECEIPT_PENDING"],
    ["its order", {}, "PAID", "READY"],
    ["the bank's answer", { bank: slow }, "PAID", "SENT"],
  ])(
    "%s: a thousand others are paid, and it follows when it can",
    async (_what, outside, refused, left) => {
      const engine = await openPayrollEngine(outside);
      try {
        const db = engine.database.kysely;
        const scene = await makePayrollScene(db, { rows: 1000 });
        await engine.confirm(scene);
        await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$`.execute(
          db,
        );
        // Rows open in file order: one from the middle of the batch.
        await sql
          .raw(
            `CREATE TRIGGER refuse BEFORE UPDATE ON payouts FOR EACH ROW WHEN (NEW.row_no = 503 AND NEW.state = '${refused}') EXECUTE FUNCTION refuse()`,
          )
          .execute(db);
        const states = async () =>
          (
            await sql<{
              state: string;
              n: bigint;
            }>`SELECT state, count(*) AS n FROM payouts GROUP BY state ORDER BY n`.execute(db)
          ).rows;
        await engine.settle();
        engine.clock.advance(60_000);
        await engine.settle();
        expect(await states()).toEqual([
          { state: left, n: 1n },
          { state: "PAID", n: 999n },
        ]);
        expect((await listSetAside(db)).map(({ problem }) => problem)).toEqual([
          "База данных не приняла запись (P0001)",
        ]);
        expect(await auditLedger(db)).toEqual(CLEAN);
        await sql`DROP TRIGGER refuse ON payouts`.execute(db);
        engine.clock.advance(600_000);
        await engine.settle();
        expect(await states()).toEqual([{ state: "PAID", n: 1000n }]);
        expect(await listSetAside(db)).toEqual([]);
        expect(await auditLedger(db)).toEqual(CLEAN);
      } finally {
        await engine.close();
      }
    },
  );
});

describe("a payout whose requisites cannot be read", () => {
  let product: TestApp;
  let customer: Customer;
  const workers = makePayrollWorkers(3);
  beforeAll(async () => {
    product = await buildTestApp();
    product.clock.set(new Date("2026-03-10T09:00:00Z"));
    await seedServices(product.database.kysely);
    await addWorkmen(product.database.kysely, workers);
    customer = await aCustomer(product.database.kysely, { seed: 880, funds: 100_000_00n });
    await sql`
      INSERT INTO workman_payment_accounts (workman_id, bank_bik, bank_name, cor_account_number,
        sealed_account_number, account_mask, confirmed_at)
      SELECT id, '044525225', 'Банк', '30101810400000000225', '\\x00'::bytea, '4081********0001',
        '2026-01-01'
      FROM workmen
      WHERE inn = ${workers[1]?.inn}`.execute(product.database.kysely);
    await sql`
      UPDATE workmen SET payout_kind = 'PAYMENT_ACCOUNT' WHERE inn = ${workers[1]?.inn}`.execute(
      product.database.kysely,
    );
  });
  afterAll(() => product.close());

  test("waits by itself, shows why on its page, and is retried by the person who pays", async () => {
    const desk = new PayrollDesk(product, customer.ownerPhone);
    const id = await desk.upload(
      payrollCsv(
        workers.map(({ inn }) => ({
          inn,
          serviceCode: "0301",
          receiptText: "Доставка документов",
          workStart: "01.03.2026",
          workEnd: "05.03.2026",
          amount: "1000",
        })),
      ),
    );
    await desk.execute(id);
    product.clock.advance(5 * 60_000);
    await product.runTasksUntilIdle();
    expect((await desk.info(id)).paidCount).toBe(2);
    for (let hour = 0; hour < 5; hour += 1) {
      product.clock.advance(3_600_000);
      await product.runTasksUntilIdle();
    }
    const item = (await desk.items(id)).items[1];
    expect(item).toMatchObject({
      state: { id: "PAYMENT_FAILED" },
      payout: { failureReason: { id: "NOT_ORDERED" } },
    });
    expect((await product.http.inject({ url: "/metrics" })).body).toContain(
      'set_aside_items{task="payouts.orders"} 1',
    );

    await sql`
      UPDATE workmen SET payout_kind = 'CARD' WHERE inn = ${workers[1]?.inn}`.execute(
      product.database.kysely,
    );
    await sql`UPDATE payouts SET kind = 'CARD' WHERE id = ${item?.payout?.id}`.execute(
      product.database.kysely,
    );
    const retried = await desk.call("POST", `/payouts/${item?.payout?.id}/retry`);
    expect(retried.json<Payout>()).toMatchObject({ state: { id: "READY" }, problem: null });
    await product.runTasksUntilIdle();
    expect((await desk.info(id)).paidCount).toBe(3);
    expect((await product.http.inject({ url: "/metrics" })).body).not.toContain(
      "set_aside_items{task",
    );
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });
});

test("an offer whose money cannot be released keeps no other from its end", async () => {
  const scene = await buildOfferScene();
  const { product } = scene;
  const db = product.database.kysely;
  const [first, second] = [await scene.offer("ACCEPTED"), await scene.offer("ACCEPTED")];
  await sql`
    ALTER TABLE job_offers ADD CONSTRAINT broken CHECK (id <> ${sql.lit(first.id)}
      OR state <> 'CANCELED')`.execute(db);
  product.clock.advance(73 * 3_600_000);
  await product.runTasksUntilIdle();
  expect([(await scene.state(first.id)).offer, (await scene.state(second.id)).offer]).toEqual([
    "ACCEPTED",
    "CANCELED",
  ]);
  await sql`ALTER TABLE job_offers DROP CONSTRAINT broken`.execute(db);
  product.clock.advance(3_600_000);
  await product.runTasksUntilIdle();
  expect((await scene.state(first.id)).offer).toBe("CANCELED");
  expect(await balanceOfAccount(db, scene.account)).toEqual({
    available: OPENING_KOPECKS,
    reserved: 0n,
  });
  await product.close();
});

test("a line of the bank's statement that cannot be booked is kept, the statement is read on", async () => {
  const scene = await buildOfferScene();
  const { product, account } = scene;
  const db = product.database.kysely;
  const { rows } = await sql<{
    inn: string;
  }>`SELECT inn FROM accounts WHERE id = ${account}`.execute(db);
  await product.runTasksUntilIdle();
  await sql`
    ALTER TABLE incoming_payments ADD CONSTRAINT broken CHECK (bank_id <> 'bad')`.execute(db);
  for (const id of ["bad", "good"]) {
    await sql`
      INSERT INTO sandbox.bank_incomes (payment_id, amount_kopecks, payer_inn, payer_name, purpose,
        at)
      VALUES (${id}, 100000, ${rows[0]?.inn}, 'ООО', 'Оплата', ${product.clock.now()})`.execute(db);
  }
  product.clock.advance(120_000);
  await product.runTasksUntilIdle();
  const booked = async () =>
    (
      await sql<{
        bank_id: string;
      }>`SELECT bank_id FROM incoming_payments ORDER BY bank_id`.execute(db)
    ).rows.map((row) => row.bank_id);
  expect(await booked()).toEqual(["good"]);
  await sql`ALTER TABLE incoming_payments DROP CONSTRAINT broken`.execute(db);
  product.clock.advance(120_000);
  await product.runTasksUntilIdle();
  expect(await booked()).toEqual(["bad", "good"]);
  expect(await auditLedger(db)).toEqual(CLEAN);
  await product.close();
});
