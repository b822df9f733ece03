import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import type { Payout, PayoutTotals } from "#contract/payouts/payout-endpoints.ts";
import type { PayoutIncome } from "#contract/payouts/payout-income.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { aCustomer, addUser, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers, type PayrollWorker } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(3);
const [worker, other, returned] = WORKERS as [PayrollWorker, PayrollWorker, PayrollWorker];
const phoneOf = ({ inn }: PayrollWorker) => `79${inn.slice(2, 11)}`;

let product: TestApp;
let customer: Customer;
let stranger: Customer;
beforeAll(async () => {
  ({ product, customer } = await aPayroll({
    workers: WORKERS,
    seed: 940,
    funds: 1_000_000_00n,
  }));
  stranger = await aCustomer(product.database.kysely, { seed: 941 });
});
afterAll(() => product.close());

interface Page {
  readonly items: Payout[];
  readonly meta: { readonly total: number };
  readonly totals: PayoutTotals;
}

let files = 0;
const deskOf = (phone: string) => new PayrollDesk(product, phone);
const listOf = async (phone: string, query = "") =>
  (await deskOf(phone).call("GET", `/payouts${query}`)).json<Page>();
const bank = (switches: object) =>
  product.http.inject({
    method: "PUT",
    url: "/sandbox/api/bank/switches",
    payload: { answerAfterSeconds: 0, failNext: 0, returnNext: 0, outOfReach: false, ...switches },
  });
const row = ({ inn }: PayrollWorker, amount: string) => ({
  inn,
  serviceCode: "0301",
  receiptText: `Доставка, рейс ${(files += 1)}`,
  workStart: "01.03.2026",
  workEnd: "05.03.2026",
  amount,
});

async function pay(...rows: [PayrollWorker, string][]): Promise<number> {
  const desk = deskOf(customer.ownerPhone);
  const id = await desk.upload(payrollCsv(rows.map(([who, amount]) => row(who, amount))));
  await desk.execute(id);
  product.clock.advance(5 * 60_000);
  return id;
}

test("a worker reads his payments: what came, what is on its way and by when, with receipt and act", async () => {
  await bank({});
  await pay([worker, "1000"], [other, "700"]);
  await product.runTasksUntilIdle();
  await bank({ answerAfterSeconds: 86_400 });
  const registry = await pay([worker, "500"]);
  await product.runTasksUntilIdle();
  const { items, meta, totals } = await listOf(phoneOf(worker));
  expect([meta.total, totals]).toEqual([2, { paid: 1000, onTheWay: 500, returned: 0 }]);
  // Three working days after Tuesday, 10 March 2026, is Friday.
  expect(items).toMatchObject([
    {
      state: { id: "SENT" },
      toTransfer: 500,
      promisedOn: "2026-03-13",
      registryID: registry,
      registryNumber: 2,
      act: { state: { id: "AUTO_SIGNED" } },
    },
    {
      state: { id: "PAID" },
      toTransfer: 1000,
      promisedOn: null,
      destination: expect.stringContaining("*"),
      receipt: { state: { id: "REGISTERED" }, link: expect.stringContaining("/print") },
      permissions: { cancel: false, giveUp: false },
    },
  ]);
  expect((await listOf(phoneOf(worker), "?states=PAID")).items).toHaveLength(1);
  expect((await listOf(phoneOf(worker), `?registryID=${registry}`)).items).toHaveLength(1);
  expect(
    (await listOf(phoneOf(worker), "?sortBy=amount&sortDirection=desc")).items.map(
      ({ amount }) => amount,
    ),
  ).toEqual([1000, 500]);
  const file = await deskOf(phoneOf(worker)).call(
    "GET",
    `/job-documents/${items[1]?.act?.id}/file`,
  );
  expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "application/pdf"]);
});

test("a worker's income is summed by months and customers, exactly as his list is, and leaves as a table", async () => {
  const mine = phoneOf(worker);
  const income = (await deskOf(mine).call("GET", "/payouts/income")).json<PayoutIncome>();
  const { totals } = await listOf(
    mine,
    "?periodStart=2026-03-01&periodEnd=2026-03-31&states=PAID&states=SENT",
  );
  const sums = {
    count: 2,
    accrued: 1500,
    tax: 0,
    debt: 0,
    paid: totals.paid,
    onTheWay: totals.onTheWay,
  };
  expect(income).toMatchObject({
    year: 2026,
    years: [2026],
    totals: sums,
    next: { count: 1, amount: 500, arrivesBy: "2026-03-13" },
  });
  expect(income.months).toEqual(
    [1, 2, 3].map((monthNumber) =>
      monthNumber === 3
        ? { monthNumber, ...sums }
        : { monthNumber, count: 0, accrued: 0, tax: 0, debt: 0, paid: 0, onTheWay: 0 },
    ),
  );
  expect(income.customers).toEqual([{ account: income.accounts[0], ...sums }]);
  expect((await listOf(mine, `?accountID=${income.accounts[0]?.id}`)).meta.total).toBe(2);
  expect((await listOf(mine, `?accountID=${stranger.accountId}`)).meta.total).toBe(0);
  expect(
    (await deskOf(mine).call("GET", "/payouts/income?year=2025")).json<PayoutIncome>(),
  ).toMatchObject({ totals: { count: 0 }, customers: [], next: { amount: 500 } });

  const file = await deskOf(mine).call("GET", "/payouts/income/file?format=csv&states=PAID");
  const [head, ...lines] = new TextDecoder("windows-1251")
    .decode(file.rawPayload)
    .trim()
    .split("\r\n");
  expect([file.statusCode, head, lines.length]).toEqual([
    200,
    "Дата;Заказчик;За что;Реестр;Состояние;Начислено, ₽;Резерв налога, ₽;В счёт долга, ₽;К выплате, ₽;Куда;Поступило;Акт;Чек".replaceAll(
      "₽",
      "руб.",
    ),
    1,
  ]);
  expect(lines[0]).toMatch(/^10\.03\.2026;.*;Выплачено;1000,00;0,00;0,00;1000,00;/);
  const workbook = await deskOf(mine).call("GET", "/payouts/income/file");
  expect(workbook.headers["content-type"]).toContain("spreadsheetml");
  const none = (await deskOf(phoneOf(other)).call("GET", "/payouts/income")).json<PayoutIncome>();
  expect(none.totals.accrued).toBe(700);
  expect((await deskOf(customer.ownerPhone).call("GET", "/payouts/income")).statusCode).toBe(403);
});

test("the notice of a payment leads to it", async () => {
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phoneOf(other)} AND n.type LIKE '%JobPayoutSent'`.execute(
    product.database.kysely,
  );
  const [payout] = (await listOf(phoneOf(other))).items;
  expect(rows.map((one) => viewNotice(one).to)).toEqual([
    `/profile/workman/income?open=${payout?.id}`,
  ]);
  expect(
    (await deskOf(phoneOf(other)).call("GET", `/payouts/${payout?.id}`)).json<Payout>(),
  ).toEqual(payout);
});

describe("payments of others", () => {
  test("are the same 404 as none, and in nobody's list", async () => {
    const [payout] = (await listOf(phoneOf(worker))).items;
    for (const phone of [phoneOf(other), stranger.ownerPhone]) {
      expect([
        (await deskOf(phone).call("GET", `/payouts/${payout?.id}`)).json<{ message: string }>()
          .message,
        (await deskOf(phone).call("GET", "/payouts/999999999")).json<{ message: string }>().message,
      ]).toEqual(["Выплата не найдена", "Выплата не найдена"]);
      expect((await listOf(phone)).items.map(({ id }) => id)).not.toContain(payout?.id);
    }
    expect(
      (await deskOf(stranger.ownerPhone).call("POST", `/payouts/${payout?.id}/cancel`)).statusCode,
    ).toBe(404);
  });

  test("the company reads its own by the matrix of roles", async () => {
    expect(
      (
        await listOf(
          customer.ownerPhone,
          `?workmanID=${(await listOf(phoneOf(other))).items[0]?.workman.id}`,
        )
      ).items,
    ).toHaveLength(1);
    for (const [role, status] of [
      ["ACCOUNTANT", 200],
      ["VIEWER", 403],
    ] as const) {
      const phone = `7923000000${role.length}`.padEnd(11, "0").slice(0, 11);
      await addUser(product.database.kysely, customer.accountId, { phone, role });
      expect((await deskOf(phone).call("GET", "/payouts")).statusCode).toBe(status);
    }
  });
});

test("a payment is cancelled once, when the bank says that it has no order: its money comes back and its receipt is annulled", async () => {
  const { kysely } = product.database;
  await bank({});
  await sql`
    INSERT INTO workman_payment_accounts (workman_id, bank_bik, bank_name, cor_account_number,
      sealed_account_number, account_mask, confirmed_at)
    SELECT id, '044525225', 'Банк', '30101810400000000225', '\\x00'::bytea, '4081********0001',
      '2026-01-01'
    FROM workmen
    WHERE inn = ${other.inn}`.execute(kysely);
  await sql`
    UPDATE workmen SET payout_kind = 'PAYMENT_ACCOUNT' WHERE inn = ${other.inn}`.execute(kysely);
  const before = await balanceOfAccount(kysely, customer.accountId);
  const registry = await pay([other, "300"]);
  await product.runTasksUntilIdle();
  const desk = deskOf(customer.ownerPhone);
  const [payout] = (await listOf(customer.ownerPhone, `?registryID=${registry}`)).items;
  // Its requisites are unreadable, so there is no order yet.
  expect(payout).toMatchObject({
    state: { id: "READY" },
    problem: expect.stringContaining("не читаются"),
    permissions: { cancel: true },
  });
  const undo = async () => [
    await desk.call("POST", `/payouts/${payout?.id}/cancel`),
    await desk.call("POST", `/receipts/${payout?.id}/reverse`, { reasonID: "REFUND" }),
  ];
  const expectUnchanged = async () => {
    const [now] = (await listOf(customer.ownerPhone, `?registryID=${registry}`)).items;
    expect(now).toMatchObject({ state: { id: "READY" }, receipt: { state: { id: "REGISTERED" } } });
    expect((await balanceOfAccount(kysely, customer.accountId)).available).not.toBe(
      before.available,
    );
  };
  await bank({ outOfReach: true });
  for (const refused of await undo())
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      503,
      expect.stringContaining("Банк сейчас не отвечает"),
    ]);
  await bank({});
  await expectUnchanged();
  // An attempt without an answer had submitted it.
  await sql`
    INSERT INTO sandbox.bank_orders (order_id, kind, amount_kopecks, destination, recipient_name,
      recipient_inn, purpose, taken_at, answer_at)
    SELECT account_id || '-' || id || '-' || attempt, 'CARD', 29000, 'card', 'name', ${other.inn},
      'purpose', ${product.clock.now()}, ${product.clock.now()}
    FROM payouts WHERE id = ${payout?.id}`.execute(kysely);
  for (const refused of await undo())
    expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
      409,
      "Выплата уже в банке: дождитесь его ответа",
    ]);
  await expectUnchanged();
  await sql`DELETE FROM sandbox.bank_orders WHERE destination = 'card'`.execute(kysely);
  const answers = await Promise.all(
    [1, 2, 3].map(() => desk.call("POST", `/payouts/${payout?.id}/cancel`)),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  await product.runTasksUntilIdle();
  expect((await listOf(customer.ownerPhone, `?registryID=${registry}`)).items[0]).toMatchObject({
    state: { id: "CANCELED" },
    receipt: { state: { id: "REVERSED_BY_PLATFORM" } },
    permissions: { cancel: false },
  });
  expect(await desk.registry(registry)).toMatchObject({ state: { id: "PARTIALLY_EXECUTED" } });
  expect((await balanceOfAccount(kysely, customer.accountId)).available).toBe(before.available);
  expect(await auditLedger(kysely)).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });
});

describe("receipts", () => {
  const receiptsOf = async (phone: string, query = "") =>
    (await deskOf(phone).call("GET", `/receipts${query}`)).json<{
      items: Receipt[];
      meta: { total: number };
    }>();

  test("are read by both sides, each its own, with what may be done", async () => {
    const mine = await receiptsOf(phoneOf(worker));
    expect(mine.meta.total).toBe(2);
    expect(mine.items[0]).toMatchObject({
      state: { id: "REGISTERED" },
      workman: { name: worker.fullName },
      receiptID: expect.any(String),
      permissions: { reverse: false, retry: false },
    });
    const ofCompany = await receiptsOf(
      customer.ownerPhone,
      "?states=REGISTERED&sortBy=amount&sortDirection=desc",
    );
    expect(ofCompany.items.map(({ amount }) => amount)).toEqual([1000, 700, 500]);
    // A payment on its way waits for the bank.
    expect(ofCompany.items.map(({ permissions }) => permissions.reverse)).toEqual([
      true,
      true,
      false,
    ]);
    expect((await receiptsOf(stranger.ownerPhone)).items).toEqual([]);
  });

  test("one that was refused is asked for once more, by whoever may decide", async () => {
    const { kysely } = product.database;
    const before = await balanceOfAccount(kysely, customer.accountId);
    await sql`UPDATE workmen SET payout_kind = 'CARD' WHERE inn = ${other.inn}`.execute(kysely);
    const registry = await pay([other, "400"]);
    await sql`
      INSERT INTO sandbox.taxpayers (inn, registered, bound)
      VALUES (${other.inn}, true, false)
      ON CONFLICT (inn) DO UPDATE
      SET bound = false`.execute(kysely);
    await product.runTasksUntilIdle();
    const [refused] = (await receiptsOf(customer.ownerPhone, `?registryID=${registry}`)).items;
    expect(refused).toMatchObject({ state: { id: "ERROR" }, permissions: { retry: true } });
    await sql`
      UPDATE sandbox.taxpayers
      SET bound = true, permissions = '{INCOME_REGISTRATION}'
      WHERE inn = ${other.inn}`.execute(kysely);
    expect(
      (await deskOf(phoneOf(other)).call("POST", `/receipts/${refused?.id}/retry`)).statusCode,
    ).toBe(403);
    expect(
      (await deskOf(stranger.ownerPhone).call("POST", `/receipts/${refused?.id}/retry`)).statusCode,
    ).toBe(404);
    expect(
      (
        await deskOf(customer.ownerPhone).call("POST", `/receipts/${refused?.id}/retry`)
      ).json<Receipt>(),
    ).toMatchObject({ state: { id: "NEW" } });
    expect(
      (await deskOf(customer.ownerPhone).call("POST", `/receipts/${refused?.id}/retry`)).statusCode,
    ).toBe(409);
    await product.runTasksUntilIdle();
    expect(
      (await receiptsOf(customer.ownerPhone, `?registryID=${registry}`)).items[0],
    ).toMatchObject({ state: { id: "REGISTERED" } });
    expect((await balanceOfAccount(kysely, customer.accountId)).available).toBe(
      before.available - 41_200n,
    );
    expect(await auditLedger(kysely)).toEqual({
      unbalancedEntries: [],
      wrongBalances: [],
      negativeBalances: [],
      wrongReserves: [],
    });
  });
});

test("a transfer the bank holds tells both sides what to do, and is paid when its owner confirms it", async () => {
  await bank({ holdNext: 1 });
  await sql`UPDATE workmen SET payout_kind = 'CARD' WHERE inn = ${worker.inn}`.execute(
    product.database.kysely,
  );
  const registry = await pay([worker, "250"]);
  await product.runTasksUntilIdle();
  const [mine] = (await listOf(phoneOf(worker), `?states=BANK_HELD`)).items;
  const [ours] = (await listOf(customer.ownerPhone, `?states=BANK_HELD`)).items;
  expect(mine).toMatchObject({
    registryID: registry,
    state: { title: "Придержал банк" },
    promisedOn: null,
    failureReason: null,
    payoutNote: expect.stringContaining("подтвердите его в приложении своего банка"),
    permissions: { retry: false, cancel: false, giveUp: false },
  });
  expect(ours?.payoutNote).toContain("Повторять выплату не нужно");
  const desk = deskOf(customer.ownerPhone);
  expect((await desk.items(registry)).items[0]).toMatchObject({
    state: { id: "BANK_HELD" },
    result: ours?.payoutNote,
  });
  const { rows } = await sql<{ order_id: string }>`
    SELECT order_id FROM sandbox.bank_orders WHERE held_until IS NOT NULL`.execute(
    product.database.kysely,
  );
  const ended = await product.http.inject({
    method: "POST",
    url: `/sandbox/api/bank/orders/${rows[0]?.order_id}/end-hold`,
    payload: { isConfirmed: true },
  });
  expect(ended.statusCode, ended.body).toBe(200);
  product.clock.advance(600_000);
  await product.runTasksUntilIdle();
  expect((await desk.items(registry)).items[0]).toMatchObject({ state: { id: "PAID" } });
});

test("money that the bank sent back is no longer paid: its day and its total say «returned»", async () => {
  await bank({ returnNext: 1, returnAfterSeconds: 60 });
  const registry = await pay([returned, "900"]);
  await product.runTasksUntilIdle();
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  const { items, totals } = await listOf(customer.ownerPhone, `?registryID=${registry}`);
  expect(items).toMatchObject([
    { state: { id: "RETURNED" }, paidAt: null, returnedAt: expect.stringContaining("2026-03-") },
  ]);
  expect(totals).toEqual({ paid: 0, onTheWay: 0, returned: 900 });
});
