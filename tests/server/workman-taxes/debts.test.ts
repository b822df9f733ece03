import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { auditLedger, balanceOfAccount, post } from "#server/money/ledger/index.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { aPayroll, type Payroll } from "#tests/support/a-payroll.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const [WORKER] = makePayrollWorkers(1);
const INN = WORKER?.inn ?? "";
const WALLET = "/open-api/v1/workman";
const DAY_MS = 86_400_000;

let scene: Payroll;
let companyBefore: bigint;
let seed = 990;
beforeEach(async () => {
  seed += 1;
  // Far from now: the bank is asked for returns since the product was started.
  scene = await aPayroll({
    workers: makePayrollWorkers(1),
    seed,
    funds: 400_000_00n,
    at: "2031-03-10T09:00:00Z",
  });
  await sql`UPDATE workmen SET tax_payer = 'PLATFORM'`.execute(db());
  await sql`
    UPDATE sandbox.taxpayers SET permissions = permissions || '{INCOME_LIST}'::text[]`.execute(
    db(),
  );
  companyBefore = await company();
});
afterEach(() => scene.product.close());

const db = () => scene.product.database.kysely;
const company = async () => (await balanceOfAccount(db(), scene.customer.accountId)).available;
const run = async (ms: number) => {
  scene.product.clock.advance(ms);
  await scene.product.runTasksUntilIdle();
};
async function sandbox(method: "POST" | "PUT", path: string, payload: object = {}): Promise<void> {
  const answer = await scene.product.http.inject({ method, url: `/sandbox/api${path}`, payload });
  expect(answer.statusCode, answer.body).toBe(200);
}
async function asWorker(method: "GET" | "POST", url: string, payload?: object) {
  const headers = await scene.product.signIn(`79${INN.slice(2, 11)}`);
  const answer = await scene.product.http.inject({
    method,
    url,
    headers,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const wallet = async () => ({
  ...(await asWorker("GET", `${WALLET}/balance`)).body,
  ...(await asWorker("GET", `${WALLET}/debt`)).body,
});
const withdraw = (amount: number) =>
  asWorker("POST", `${WALLET}/payments/withdraw-by-card`, { cardID: `card-${INN}`, amount });
const balanceOf = async (code: string) =>
  (
    await sql<{ sum: bigint }>`
      SELECT coalesce(sum(balance_kopecks), 0)::bigint AS sum
      FROM ledger_accounts
      WHERE code = ${code}`.execute(db())
  ).rows[0]?.sum;

async function pay(amount = 100_000): Promise<void> {
  await scene.desk.execute(
    await scene.desk.upload(
      payrollCsv([
        {
          inn: INN,
          serviceCode: "0301",
          receiptText: "Доставка",
          workStart: "01.03.2031",
          workEnd: "05.03.2031",
          amount: String(amount),
        },
      ]),
    ),
  );
  await run(5 * 60_000);
}
const payout = async () => {
  const { rows } = await sql<{ id: bigint; state: string; reserve: string; order: string }>`
    SELECT p.id, p.state, t.state AS reserve,
      concat_ws('-', p.account_id, p.id, p.attempt) AS "order"
    FROM payouts p
    JOIN tax_reserves t ON t.account_id = p.account_id AND t.payout_id = p.id
    ORDER BY p.id DESC
    LIMIT 1`.execute(db());
  if (!rows[0]) throw new Error("nothing was paid");
  return rows[0];
};
const newest = async () => {
  const { rows } = await sql<{ state: string; tax: bigint; debt: bigint; ordered: bigint }>`
    SELECT p.state, p.tax_reserved_kopecks AS tax, p.debt_taken_kopecks AS debt,
      b.amount_kopecks AS ordered
    FROM payouts p
    JOIN sandbox.bank_orders b ON b.order_id = concat_ws('-', p.account_id, p.id, p.attempt)
    ORDER BY p.id DESC
    LIMIT 1`.execute(db());
  return rows[0];
};
const receiptSum = async () =>
  (
    await sql<{ sum: bigint }>`
      SELECT amount_kopecks AS sum FROM receipts ORDER BY payout_id DESC LIMIT 1`.execute(db())
  ).rows[0]?.sum;
const told = async () => {
  const { rows } = await sql<{ name: string; amount: number }>`
    SELECT split_part(type, '\\', -1) AS name, (resource ->> 'amount')::float AS amount
    FROM notices
    WHERE type LIKE '%\\Debt%'
    ORDER BY id`.execute(db());
  return rows.map(({ name, amount }) => [name, amount]);
};
async function giveUp(): Promise<void> {
  const answer = await scene.desk.call("POST", `/payouts/${(await payout()).id}/give-up`);
  expect(answer.statusCode, answer.body).toBe(200);
  await scene.product.runTasksUntilIdle();
}
let corrections = 0;
async function comes(kopecks: bigint): Promise<void> {
  corrections += 1;
  const id = 550 + corrections;
  const at = scene.product.clock.now();
  const { rows } = await sql<{ id: number }>`SELECT id FROM workmen`.execute(db());
  await inTransaction(scene.product.db.kysely, (trx) =>
    post(trx, {
      event: "CORRECTION",
      source: { type: "correction", id },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks: kopecks },
        { code: "WORK_AVAIL", workmanId: rows[0]?.id as number, amountKopecks: -kopecks },
      ],
    }),
  );
}

describe("the reserve of a receipt the worker annulled in «Мой налог»", () => {
  test.each([
    [
      "of a payment that comes back",
      { returnNext: 1, returnAfterSeconds: 5 * 86_400, returnReason: "ACCOUNT_CLOSED" },
      "PAID",
    ],
    [
      "of one on its way that the bank refuses",
      { answerAfterSeconds: 2 * 86_400, failNext: 1, failReason: "ACCOUNT_CLOSED" },
      "SENT",
    ],
  ])("%s is not the worker's: the company has all back, nobody owes", async (_, bank, state) => {
    await sandbox("PUT", "/bank/switches", bank);
    await pay();
    const { rows } = await sql<{ id: string }>`
      SELECT receipt_id AS id FROM sandbox.tax_incomes`.execute(db());
    await sandbox("POST", `/tax-service/receipts/${rows[0]?.id}/annul`);
    await run(3_700_000);
    expect(await payout()).toMatchObject({ state, reserve: "HELD" });
    expect(await wallet()).toEqual({ current: 0, debt: 0 });
    await run(6 * DAY_MS);
    await giveUp();
    expect([await company(), await balanceOf("BANK"), await balanceOf("WORK_DEBT")]).toEqual([
      companyBefore,
      companyBefore,
      0n,
    ]);
    expect(await wallet()).toEqual({ current: 0, debt: 0 });
    expect(await auditLedger(db())).toEqual(CLEAN);
  });

  test("of pay that is final is the worker's, in his wallet, and he may take it out", async () => {
    await pay();
    const { rows } = await sql<{ id: string }>`
      SELECT receipt_id AS id FROM sandbox.tax_incomes`.execute(db());
    await sandbox("POST", `/tax-service/receipts/${rows[0]?.id}/annul`);
    await run(10 * DAY_MS);
    await run(3_600_000);
    expect(await wallet()).toEqual({ current: 6000, debt: 0 });
    expect((await withdraw(6000)).status).toBe(200);
  });
});

describe("a worker's debt", () => {
  /**
   * Of 6 000 kept 4 000 are paid as the month's tax, 2 000 go to the wallet; then the pay comes
   * back, and the company gives it up.
   */
  beforeEach(async () => {
    await pay();
    await sandbox("POST", "/tax-service/accruals", { inn: INN, period: "203103", tax: 4000 });
    scene.product.clock.set(new Date("2031-04-12T09:00:00Z"));
    for (let turn = 0; turn < 3; turn += 1) await run(60_000);
    expect(await payout()).toMatchObject({ state: "PAID", reserve: "SETTLED" });
    await sandbox("POST", `/bank/orders/${(await payout()).order}/return`);
    await run(60_000);
    await giveUp();
    expect(await company()).toBe(companyBefore);
  });

  test("is shown in his wallet and taken first from whatever comes, with an operation of its own", async () => {
    expect(await wallet()).toEqual({ current: 0, debt: 4000 });
    await comes(1_000_00n);
    expect(await wallet()).toEqual({ current: 0, debt: 3000 });
    expect((await withdraw(1000)).body).toMatchObject({ code: "insufficient_funds" });
    await comes(6_000_00n);
    expect(await wallet()).toEqual({ current: 3000, debt: 0 });
    const { body } = await asWorker("GET", "/client-api/transaction/list?perPage=100");
    const operations = (body.items as { type: { id: string }; amount: number }[]).map(
      ({ type, amount }) => [type.id, amount],
    );
    expect(operations).toEqual(
      expect.arrayContaining([
        ["WRITE_OFF", -1000],
        ["WRITE_OFF", -3000],
      ]),
    );
    expect(await auditLedger(db())).toEqual(CLEAN);
  });

  test("is taken from pay that goes past the wallet: the order is for the rest, income and receipt whole", async () => {
    await pay(10_000);
    const ofPay = await newest();
    // 4 % are kept for the tax.
    expect(ofPay).toEqual({ state: "PAID", tax: 400_00n, debt: 4_000_00n, ordered: 5_600_00n });
    expect(await receiptSum()).toBe(10_000_00n);
    expect(await wallet()).toEqual({ current: 0, debt: 0 });
    // Debts are looked at every quarter of a minute.
    await run(60_000);
    expect(await told()).toEqual([
      ["DebtArisen", 4000],
      ["DebtPaid", 4000],
    ]);
    const { body } = await asWorker("GET", "/open-api/v1/payouts?isMine=true&perPage=1");
    expect(body.items[0]).toMatchObject({
      amount: 10_000,
      taxAmount: 400,
      debtAmount: 4000,
      toTransfer: 5600,
    });
    expect(await auditLedger(db())).toEqual(CLEAN);
  });

  test("larger than the pay leaves a ruble to order; pay that goes back to the company is owed again", async () => {
    await sandbox("PUT", "/bank/switches", {
      returnNext: 1,
      returnAfterSeconds: 60,
      returnReason: "ACCOUNT_CLOSED",
    });
    const before = await company();
    await pay(1_000);
    await run(120_000);
    expect(await newest()).toMatchObject({ state: "RETURNED", debt: 959_00n, tax: 40_00n });
    expect(await wallet()).toEqual({ current: 0, debt: 3041 });
    await giveUp();
    expect(await company()).toBe(before);
    expect(await wallet()).toEqual({ current: 0, debt: 4000 });
    expect(await auditLedger(db())).toEqual(CLEAN);
  });

  test("waits for the platform's people, who write it off", async () => {
    const { kysely } = scene.product.database;
    const { rows } = await sql<{ id: number }>`SELECT id FROM workmen`.execute(kysely);
    await sandbox("POST", `/moderation/workman-debt/${rows[0]?.id}/approve`);
    expect(await wallet()).toEqual({ current: 0, debt: 0 });
    expect(await balanceOf("EXP_LOSS")).toBe(4_000_00n);
    await comes(1_000_00n);
    expect(await wallet()).toEqual({ current: 1000, debt: 0 });
    expect(await auditLedger(db())).toEqual(CLEAN);
  });

  test("that grows is taken from what the wallet has, and of two that come at once each is counted", async () => {
    await Promise.all([comes(1_500_00n), comes(1_500_00n)]);
    expect(await wallet()).toEqual({ current: 0, debt: 1000 });
    await Promise.all([comes(1_500_00n), comes(1_500_00n)]);
    expect(await wallet()).toEqual({ current: 2000, debt: 0 });
    expect((await withdraw(2000.01)).status).toBe(409);
    expect((await withdraw(2000)).status).toBe(200);
    expect(await auditLedger(db())).toEqual(CLEAN);
  });
});
