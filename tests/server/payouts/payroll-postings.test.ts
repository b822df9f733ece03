import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Posting } from "#contract/ledger/posting.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { addWorkmen, aCustomer, seedServices, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(3);

let product: TestApp;
let customer: Customer;
let desk: PayrollDesk;
beforeAll(async () => {
  product = await buildTestApp();
  await seedServices(product.database.kysely);
  await addWorkmen(product.database.kysely, WORKERS);
  customer = await aCustomer(product.database.kysely, { seed: 900, funds: 100_000_00n });
  desk = new PayrollDesk(product, customer.ownerPhone);
});
afterAll(() => product.close());

let files = 0;
async function aPaidRegistry(workers = WORKERS): Promise<number> {
  files += 1;
  const id = await desk.upload(
    payrollCsv(
      workers.map(({ inn }, index) => ({
        inn,
        serviceCode: "0301",
        receiptText: `Доставка, рейс ${files}-${index}`,
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount: "1000",
      })),
    ),
  );
  await desk.execute(id);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  return id;
}

async function postingsOf(id: number, row = 0): Promise<Posting[]> {
  const item = (await desk.items(id)).items[row];
  return (await desk.call("GET", `/payroll-registry-items/${item?.id}/postings`)).json<{
    items: Posting[];
  }>().items;
}
const steps = (postings: readonly Posting[]) =>
  postings.map(
    ({ event, debit, credit, amount }) => `${event.id} ${debit.id}>${credit.id} ${amount}`,
  );

test("a paid row shows its money from the freezing to the bank's word, each sum of it", async () => {
  const id = await aPaidRegistry();
  for (const row of [0, 2]) {
    const postings = await postingsOf(id, row);
    expect(steps(postings)).toEqual([
      "HOLD CUST_AVAIL>CUST_RES 1030",
      "EARNED CUST_RES>WORK_ACCRUED 1000",
      "EARNED CUST_RES>REV_COMM 24.59",
      "EARNED CUST_RES>VAT_BUDGET 5.41",
      "PAYOUT_SENT WORK_ACCRUED>BANK_OUT 1000",
      "PAYOUT_CONFIRMED BANK_OUT>BANK 1000",
    ]);
    expect(postings.map(({ id: no }) => no)).toEqual([1, 2, 3, 4, 5, 6]);
    const confirmed = postings.at(-1);
    expect(confirmed?.comment).toBe(
      `Доля строки в общей записи № ${confirmed?.entryID} на 3\u00A0000,00\u00A0₽`,
    );
    expect(postings[0]?.comment).toContain("на 3\u00A0090,00\u00A0₽");
    const { rows } = await sql<{
      event_type: string;
    }>`SELECT event_type FROM ledger_entries WHERE id = ${confirmed?.entryID}`.execute(
      product.database.kysely,
    );
    expect(rows[0]?.event_type).toBe("PAYOUT_CONFIRMED");
  }
});

test("an entry of one row alone is no share of anything", async () => {
  const postings = await postingsOf(await aPaidRegistry(WORKERS.slice(0, 1)));
  expect(postings.map(({ comment }) => comment)).toEqual([null, null, null, null, null, null]);
});

test("money that came back after the confirmation goes out of the platform's own account", async () => {
  const id = await aPaidRegistry(WORKERS.slice(0, 1));
  const { rows } = await sql<{
    order_id: string;
  }>`SELECT order_id FROM sandbox.bank_orders ORDER BY taken_at DESC LIMIT 1`.execute(
    product.database.kysely,
  );
  await product.http.inject({
    method: "POST",
    url: `/sandbox/api/bank/orders/${rows[0]?.order_id}/return`,
    payload: {},
  });
  await product.runTasksUntilIdle();
  expect(steps(await postingsOf(id)).slice(-3)).toEqual([
    "PAYOUT_SENT WORK_ACCRUED>BANK_OUT 1000",
    "PAYOUT_CONFIRMED BANK_OUT>BANK 1000",
    "PAYOUT_RETURNED BANK>WORK_ACCRUED 1000",
  ]);
});

describe("whatever becomes of a row", () => {
  const BANK = (body: object) =>
    product.http.inject({ method: "PUT", url: "/sandbox/api/bank/switches", payload: body });
  const TAX = (body: object) =>
    product.http.inject({ method: "PUT", url: "/sandbox/api/tax-service/switches", payload: body });
  const settle = async (ms: number) => {
    product.clock.advance(ms);
    await product.runTasksUntilIdle();
  };

  /** The last row's worker keeps a tax reserve. `end` runs after the first run. */
  const KINDS: readonly {
    name: string;
    before?: () => Promise<unknown>;
    after?: (item: {
      id: number;
      payout: { id: number } | null;
      receipt: { id: number } | null;
    }) => Promise<unknown>;
  }[] = [
    { name: "paid at once" },
    {
      name: "paid by a later answer, batches at one moment",
      before: () => BANK({ answerAfterSeconds: 60 }),
      after: () => settle(120_000),
    },
    {
      name: "returned, and paid by another try",
      after: (item) =>
        returnLate(item)
          .then(() => desk.call("POST", `/payroll-registry-items/${item.id}/retry`))
          .then(() => settle(120_000)),
    },
    {
      name: "returned twice, and given up",
      after: (item) =>
        returnLate(item)
          .then(() => desk.call("POST", `/payroll-registry-items/${item.id}/retry`))
          .then(() => settle(120_000))
          .then(() => returnLate(item, 2))
          .then(() => desk.call("POST", `/payroll-registry-items/${item.id}/give-up`))
          .then(() => settle(120_000)),
    },
    {
      name: "refused by the bank, and given up",
      before: () => BANK({ failNext: 3 }),
      after: (item) =>
        desk.call("POST", `/payroll-registry-items/${item.id}/give-up`).then(() => settle(120_000)),
    },
    {
      name: "without a receipt, and given up",
      before: () => TAX({ failNext: 3, failReason: "REQUEST_VALIDATION_ERROR" }),
      after: (item) =>
        desk.call("POST", `/payroll-registry-items/${item.id}/give-up`).then(() => settle(120_000)),
    },
    {
      name: "cancelled before the bank has the order",
      before: holdOrders,
      after: (item) =>
        desk
          .call("POST", `/payouts/${item.payout?.id}/cancel`)
          .then(letOrdersGo)
          .then(() => settle(120_000)),
    },
    {
      name: "annulled after the payment",
      after: (item) =>
        desk
          .call("POST", `/receipts/${item.receipt?.id}/reverse`, {
            reasonID: "REGISTRATION_MISTAKE",
          })
          .then(() => settle(120_000)),
    },
  ];

  /** Postpones the bank's turn to tomorrow. */
  async function holdOrders(): Promise<void> {
    const db = product.database.kysely;
    await sql`CREATE OR REPLACE FUNCTION tomorrow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.due_at := NEW.due_at + interval '1 day'; RETURN NEW; END $$`.execute(
      db,
    );
    await sql`
      CREATE TRIGGER tomorrow BEFORE UPDATE ON payouts FOR EACH ROW
        WHEN (NEW.state = 'READY' AND OLD.state <> 'READY') EXECUTE FUNCTION tomorrow()`.execute(
      db,
    );
  }
  const letOrdersGo = () =>
    sql`DROP TRIGGER IF EXISTS tomorrow ON payouts`.execute(product.database.kysely);

  async function returnLate(item: { payout: { id: number } | null }, attempt = 1): Promise<void> {
    const answer = await product.http.inject({
      method: "POST",
      url: `/sandbox/api/bank/orders/${customer.accountId}-${item.payout?.id}-${attempt}/return`,
      payload: {},
    });
    expect(answer.statusCode).toBe(200);
    await settle(61_000);
  }

  test.each(KINDS)(
    "$name: transit accounts end empty, the rows' shares are the registry's, and they sum to the entries",
    async ({ before, after }) => {
      await sql`
        UPDATE workmen
        SET smz_state = 'OK', tax_payer = CASE
          WHEN inn = ${WORKERS[2]?.inn} THEN 'PLATFORM'
          ELSE 'WORKMAN' END`.execute(product.database.kysely);
      await BANK({ answerAfterSeconds: 0, failNext: 0, returnNext: 0 });
      await TAX({ answerAfterSeconds: 0, failNext: 0 });
      await before?.();
      const id = await aPaidRegistry();
      await settle(1000);
      for (const item of (await desk.items(id)).items) await after?.(item);

      const rows = (await Promise.all([0, 1, 2].map((row) => postingsOf(id, row)))).flat();
      const all = (await desk.call("GET", `/payroll-registries/${id}/postings?perPage=100`)).json<{
        items: Posting[];
      }>().items;
      expect(balances(all)).toEqual(balances(rows));
      expect(balances(all, true)).toEqual(balances(rows, true));
      const net = balances(rows);
      expect(["CUST_RES", "WORK_ACCRUED", "BANK_OUT"].map((code) => net[code] ?? 0)).toEqual([
        0, 0, 0,
      ]);
      expect(Object.values(net).reduce((sum, one) => sum + one, 0)).toBe(0);
      // Whole entries: nothing else happened to this customer.
      const entries = [...new Set(rows.map(({ entryID }) => entryID))];
      const { rows: booked } = await sql<{ key: string; sum: string }>`
      SELECT o.entry_id || ' ' || a.code AS key, sum(o.amount_kopecks) AS sum
      FROM postings o
      JOIN ledger_accounts a ON a.id = o.ledger_account_id
      WHERE o.entry_id = ANY (${entries}::bigint[]) GROUP BY 1 HAVING sum(o.amount_kopecks) <> 0`.execute(
        product.database.kysely,
      );
      expect(balances(rows, true)).toEqual(
        Object.fromEntries(booked.map(({ key, sum }) => [key, Number(sum)])),
      );
    },
  );

  /** Kopecks by account, or by entry and account; debits positive, zeros omitted. */
  function balances(postings: readonly Posting[], byEntry = false): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { entryID, debit, credit, amount } of postings) {
      const kopecks = Math.round(amount * 100);
      for (const [code, sign] of [
        [debit.id, 1],
        [credit.id, -1],
      ] as const) {
        const key = byEntry ? `${entryID} ${code}` : String(code);
        sums[key] = (sums[key] ?? 0) + sign * kopecks;
      }
    }
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
  }
});
