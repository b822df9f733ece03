import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import type { Receipt } from "#contract/receipts/receipt-endpoints.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { addUser, aCustomer, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(2);
const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
const FUNDS = 100_000_00n;

let product: TestApp;
let customer: Customer;
let desk: PayrollDesk;
let seed = 700;
beforeAll(async () => {
  ({ product } = await aPayroll({ workers: WORKERS }));
});
beforeEach(async () => {
  seed += 1;
  customer = await aCustomer(product.database.kysely, { seed, funds: FUNDS });
  desk = new PayrollDesk(product, customer.ownerPhone);
});
afterAll(() => product.close());

let files = 0;
/** A confirmed registry of two rows of 1 000,00; the bank acts as set. */
async function aPaidRegistry(
  bank: { returnNext?: number; answerAfterSeconds?: number; failNext?: number } = {},
): Promise<number> {
  files += 1;
  const id = await desk.upload(
    payrollCsv(
      WORKERS.map(({ inn }, index) => ({
        inn,
        serviceCode: "0301",
        receiptText: `Доставка, рейс ${files}-${index}`,
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount: "1000",
      })),
    ),
  );
  await product.http.inject({
    method: "PUT",
    url: "/sandbox/api/bank/switches",
    payload: { answerAfterSeconds: 0, failNext: 0, returnNext: 0, ...bank },
  });
  await desk.execute(id);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  return id;
}

const itemOf = async (id: number) => (await desk.items(id)).items[0] as PayrollItem;
const reverse = (item: PayrollItem, body: object, by = desk) =>
  by.call("POST", `/receipts/${item.receipt?.id}/reverse`, body);
const balance = () => balanceOfAccount(product.database.kysely, customer.accountId);
const noticesOf = async (type: string) =>
  (
    await sql<{
      phone: string;
    }>`
      SELECT p.phone
      FROM notices n
      JOIN people p ON p.id = n.person_id
      WHERE n.type LIKE ${`%${type}`} AND n.account_id = ${customer.accountId}
      ORDER BY p.phone`.execute(product.database.kysely)
  ).rows.map(({ phone }) => phone);

test.each(["SENT", "REVERSING"])(
  "while a receipt is %s its worker keeps his access to «Мой налог» and himself",
  async (state) => {
    const item = await itemOf(await aPaidRegistry());
    const set = (to: string) =>
      sql`UPDATE receipts SET state = ${to} WHERE payout_id = ${item.receipt?.id}`.execute(
        product.database.kysely,
      );
    await set(state);
    const worker = await product.signIn(`79${WORKERS[0]?.inn.slice(2, 11)}`);
    const call = (method: "POST" | "DELETE", url: string, payload: object) =>
      product.http.inject({ method, url: `/open-api/v1/workman${url}`, headers: worker, payload });
    expect((await call("POST", "/fns/un-bind", {})).json()).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("ФНС ещё формирует или аннулирует"),
    });
    expect((await call("DELETE", "", { otp: "000000" })).json()).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("ФНС ещё формирует или аннулирует"),
    });
    await set("REGISTERED");
  },
);

describe("a receipt is annulled by the customer", () => {
  test("after the payment: no money moves, the tax service is told the reason, the worker hears of it", async () => {
    const id = await aPaidRegistry();
    const before = await balance();
    const item = await itemOf(id);
    expect(item.permissions.reverseReceipt).toBe(true);
    expect((await reverse(item, { reasonID: "REGISTRATION_MISTAKE" })).json()).toMatchObject({
      state: { id: "REVERSING" },
      reversalReason: { id: "REGISTRATION_MISTAKE" },
      permissions: { reverse: false },
    });
    await product.runTasksUntilIdle();
    expect(await itemOf(id)).toMatchObject({
      state: { id: "PAID" },
      receipt: { state: { id: "REVERSED_BY_PLATFORM" } },
      permissions: { reverseReceipt: false },
    });
    expect(await balance()).toEqual(before);
    const { rows } = await sql<{
      cancel_reason: string;
    }>`
      SELECT cancel_reason
      FROM sandbox.tax_incomes
      WHERE canceled_by = 'PLATFORM'
      ORDER BY canceled_at DESC
      LIMIT 1`.execute(product.database.kysely);
    expect(rows[0]?.cancel_reason).toBe("REGISTRATION_MISTAKE");
    const told = await sql<{
      count: bigint;
    }>`
      SELECT count(*) AS count
      FROM notices n
      JOIN workmen w ON w.person_id = n.person_id
      WHERE n.type LIKE '%JobReceiptReversedByPlatform' AND w.inn = ${item.cells.inn ?? ""}`.execute(
      product.database.kysely,
    );
    expect(told.rows[0]?.count).toBe(1n);
  });

  test("a refund of money that was paid names its document", async () => {
    const item = await itemOf(await aPaidRegistry());
    expect((await reverse(item, { reasonID: "REFUND" })).json()).toMatchObject({
      errors: { comment: ["Укажите документ, которым исполнитель вернул деньги"] },
    });
    expect(
      (await reverse(item, { reasonID: "REFUND", comment: "Платёжное поручение № 18" })).statusCode,
    ).toBe(200);
    const { rows } = await sql<{
      event: string;
      reason: string;
    }>`
      SELECT event, reason
      FROM audit_log
      WHERE account_id = ${customer.accountId}
      ORDER BY id DESC
      LIMIT 1`.execute(product.database.kysely);
    expect(rows[0]).toEqual({
      event: "receipt.reversed",
      reason: "Возврат средств. Платёжное поручение № 18",
    });
  });

  test("before the payment has arrived: the money and the commission come back, nothing is paid again", async () => {
    const id = await aPaidRegistry({ failNext: 1 });
    const failed = (await desk.items(id)).items.find(
      ({ state }) => state.id === "PAYMENT_FAILED",
    ) as PayrollItem;
    const before = await balance();
    expect((await reverse(failed, { reasonID: "REFUND" })).statusCode).toBe(200);
    expect((await balance()).available - before.available).toBe(1030_00n);
    expect((await desk.call("POST", `/payroll-registry-items/${failed.id}/retry`)).statusCode).toBe(
      409,
    );
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "PARTIALLY_EXECUTED" },
      doneCount: 1,
      failedCount: 1,
    });
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });

  test("while the bank has not answered it waits; pressed twice it happens once", async () => {
    const waiting = await itemOf(await aPaidRegistry({ answerAfterSeconds: 86_400 }));
    expect((await reverse(waiting, { reasonID: "REFUND" })).json()).toMatchObject({
      message: "Выплата отправлена в банк. Дождитесь его ответа и аннулируйте чек",
    });
    const item = await itemOf(await aPaidRegistry());
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => reverse(item, { reasonID: "REGISTRATION_MISTAKE" })),
    );
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 409, 409, 409]);
  });

  test("only by roles that may, and only one's own", async () => {
    const item = await itemOf(await aPaidRegistry());
    const phone = `7922${String(seed).padStart(7, "0")}`;
    await addUser(product.database.kysely, customer.accountId, { phone, role: "ACCOUNTANT" });
    expect(
      (await reverse(item, { reasonID: "REFUND" }, new PayrollDesk(product, phone))).statusCode,
    ).toBe(403);
    const stranger = await aCustomer(product.database.kysely, { seed: seed + 5000 });
    expect(
      (await reverse(item, { reasonID: "REFUND" }, new PayrollDesk(product, stranger.ownerPhone)))
        .statusCode,
    ).toBe(404);
    const worker = new PayrollDesk(product, `79${(item.cells.inn ?? "").slice(2, 11)}`);
    expect((await reverse(item, { reasonID: "REFUND" }, worker)).json()).toMatchObject({
      message: "Выплата уже получена. Аннулировать чек может заказчик",
    });
  });
});

describe("a receipt is annulled by its worker in «Мой налог»", () => {
  const annul = async (item: PayrollItem) => {
    const receiptId = item.receipt?.link?.split("/").at(-2);
    expect(
      (
        await product.http.inject({
          method: "POST",
          url: `/sandbox/api/tax-service/receipts/${receiptId}/annul`,
        })
      ).statusCode,
    ).toBe(200);
    await product.runTasksUntilIdle();
  };

  test("after the payment: the customer is told, no money moves, the row says so", async () => {
    const id = await aPaidRegistry();
    const before = await balance();
    const item = await itemOf(id);
    await annul(item);
    expect(await itemOf(id)).toMatchObject({
      state: { id: "PAID" },
      receipt: { state: { id: "REVERSED_BY_WORKMAN" } },
      permissions: { reverseReceipt: false },
    });
    expect(await balance()).toEqual(before);
    expect(await noticesOf("JobReceiptReversedByWorkman")).toEqual([customer.ownerPhone]);
    expect((await reverse(item, { reasonID: "REFUND", comment: "Расписка" })).statusCode).toBe(409);
  });

  test("several of one registry in a day are one notice to whoever pays", async () => {
    const id = await aPaidRegistry();
    const items = (await desk.items(id)).items.filter(({ state }) => state.id === "PAID");
    for (const item of items) await annul(item);
    expect(items.length).toBeGreaterThan(1);
    const { rows } = await sql<{ resource: object }>`
      SELECT n.resource
      FROM notices n
      JOIN people p ON p.id = n.person_id
      WHERE n.type LIKE '%JobReceiptReversedByWorkman'
        AND p.phone = ${customer.ownerPhone}
        AND n.resource -> 'registry' ->> 'id' = ${String(id)}`.execute(product.database.kysely);
    expect(rows.map(({ resource }) => resource)).toMatchObject([
      {
        count: items.length,
        sum: items.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
        registry: { number: expect.any(Number) },
      },
    ]);
  });

  test("before it was paid: the payout is cancelled and the money comes back", async () => {
    const id = await aPaidRegistry({ failNext: 1 });
    const failed = (await desk.items(id)).items.find(
      ({ state }) => state.id === "PAYMENT_FAILED",
    ) as PayrollItem;
    const before = await balance();
    await annul(failed);
    expect((await desk.items(id)).items.find((one) => one.id === failed.id)).toMatchObject({
      state: { id: "CANCELED" },
      receipt: { state: { id: "REVERSED_BY_WORKMAN" } },
    });
    expect((await balance()).available - before.available).toBe(1030_00n);
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });

  test("is looked for once an hour, and what the platform annuls itself is no news", async () => {
    const id = await aPaidRegistry();
    const [first, second] = (await desk.items(id)).items as [PayrollItem, PayrollItem];
    await reverse(first, { reasonID: "REGISTRATION_MISTAKE" });
    await sql`
      UPDATE sandbox.tax_incomes
      SET canceled_at = ${product.clock.now()}, canceled_by = 'WORKMAN'
      WHERE receipt_id = ${second.receipt?.link?.split("/").at(-2) ?? ""}`.execute(
      product.database.kysely,
    );
    await product.runTasksUntilIdle();
    const states = async () => (await desk.items(id)).items.map(({ receipt }) => receipt?.state.id);
    expect(await states()).toEqual(["REVERSED_BY_PLATFORM", "REGISTERED"]);
    product.clock.advance(3_600_000);
    await product.runTasksUntilIdle();
    expect(await states()).toEqual(["REVERSED_BY_PLATFORM", "REVERSED_BY_WORKMAN"]);
  });
});

describe("an annulled receipt is issued anew", () => {
  const reissue = (item: PayrollItem) => desk.call("POST", `/receipts/${item.receipt?.id}/reissue`);
  const receiptOf = async (item: PayrollItem) =>
    (await desk.call("GET", "/receipts?perPage=100"))
      .json<{ items: Receipt[] }>()
      .items.find(({ id }) => id === item.receipt?.id) as Receipt;

  test("for money that was paid: another receipt of the same day and sum, the old one linked, nothing paid twice", async () => {
    const item = await itemOf(await aPaidRegistry());
    const first = await receiptOf(item);
    expect(first.permissions.reissue).toBe(false);
    expect((await reissue(item)).json()).toMatchObject({
      code: "conflict",
      message: "Чек в состоянии «Сформирован»: заново выпускают аннулированный",
    });
    await reverse(item, { reasonID: "REGISTRATION_MISTAKE" });
    await product.runTasksUntilIdle();
    const before = await balance();
    expect((await receiptOf(item)).permissions.reissue).toBe(true);
    expect((await reissue(item)).json()).toMatchObject({
      state: { id: "NEW" },
      receiptID: null,
      replaces: { receiptID: first.receiptID },
      permissions: { reissue: false },
    });
    expect((await reissue(item)).statusCode).toBe(409);
    product.clock.advance(60_000);
    await product.runTasksUntilIdle();
    const second = await receiptOf(item);
    expect(second).toMatchObject({
      state: { id: "REGISTERED" },
      amount: 1000,
      replaces: { receiptID: first.receiptID },
      permissions: { reverse: true, reissue: false },
    });
    expect(second.receiptID).not.toBe(first.receiptID);
    expect(await balance()).toEqual(before);
    const { rows } = await sql<{ same_day: boolean }>`
      SELECT count(DISTINCT operation_at) = 1 AS same_day
      FROM sandbox.tax_incomes
      WHERE receipt_id IN (${first.receiptID}, ${second.receiptID})`.execute(
      product.database.kysely,
    );
    expect(rows[0]?.same_day).toBe(true);
    expect(await auditLedger(product.database.kysely)).toMatchObject(CLEAN);
  });

  test("it keeps its tax, and again from the wallet where the reserve went when the pay was final", async () => {
    await sql`UPDATE workmen SET tax_payer = 'PLATFORM'`.execute(product.database.kysely);
    const item = await itemOf(await aPaidRegistry());
    const reserve = async () =>
      (
        await sql<{ state: string; amount_kopecks: bigint }>`
          SELECT state, amount_kopecks
          FROM tax_reserves
          WHERE payout_id = ${item.receipt?.id ?? 0}`.execute(product.database.kysely)
      ).rows[0];
    const first = await reserve();
    expect(first?.state).toBe("HELD");
    for (const [days, state] of [
      [0, "HELD"],
      [10, "RELEASED"],
      [0, "RELEASED"],
    ] as const) {
      await reverse(item, { reasonID: "REGISTRATION_MISTAKE" });
      product.clock.advance(days * 86_400_000 + 600_000);
      await product.runTasksUntilIdle();
      expect((await reserve())?.state).toBe(state);
      await reissue(item);
      product.clock.advance(60_000);
      await product.runTasksUntilIdle();
      expect(await reserve()).toEqual(first);
    }
    expect(await auditLedger(product.database.kysely)).toMatchObject(CLEAN);
    await sql`UPDATE workmen SET tax_payer = DEFAULT`.execute(product.database.kysely);
  });

  test("the company's system is told of each registration, of the new one too", async () => {
    expect(
      (
        await desk.call("POST", "/account/webhooks", {
          url: "https://erp.company.test/hooks",
          events: ["receipt.registered"],
        })
      ).statusCode,
    ).toBe(200);
    const messages = async () =>
      (
        await sql<{
          ids: number[];
        }>`
          SELECT data::jsonb -> 'payoutIDs' AS ids
          FROM webhook_deliveries
          WHERE account_id = ${customer.accountId}
          ORDER BY id`.execute(product.database.kysely)
      ).rows.map(({ ids }) => ids);
    const items = (await desk.items(await aPaidRegistry())).items;
    expect((await messages()).flat().sort()).toEqual(
      items.map(({ receipt }) => receipt?.id).sort(),
    );
    const [item] = items as [PayrollItem];
    await reverse(item, { reasonID: "REGISTRATION_MISTAKE" });
    await product.runTasksUntilIdle();
    await reissue(item);
    product.clock.advance(60_000);
    await product.runTasksUntilIdle();
    expect((await messages()).at(-1)).toEqual([item.receipt?.id]);
  });

  test("but not for a refund, and not by whoever may not annul", async () => {
    const item = await itemOf(await aPaidRegistry());
    const phone = `7900${String(seed).padStart(7, "9")}`;
    await addUser(product.database.kysely, customer.accountId, { phone, role: "ACCOUNTANT" });
    await reverse(item, { reasonID: "REFUND", comment: "Платёжное поручение № 19" });
    await product.runTasksUntilIdle();
    expect((await reissue(item)).json()).toMatchObject({
      message: "Чек аннулирован, потому что деньги вернулись: новый чек не нужен",
    });
    expect(
      (await new PayrollDesk(product, phone).call("POST", `/receipts/${item.receipt?.id}/reissue`))
        .statusCode,
    ).toBe(403);
  });
});
