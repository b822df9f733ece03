import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import type { PayoutOrder } from "#server/integrations/bank/port.ts";
import { sandboxSms } from "#server/integrations/sms/sandbox.ts";
import type { IncomeRequest } from "#server/integrations/tax-service/port.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { offsetClock } from "#server/data/clock.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
const clock = offsetClock();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => database.drop());

beforeEach(async () => {
  await database.pool.query(
    "TRUNCATE sandbox.bank_orders, sandbox.tax_incomes, sandbox.taxpayers, sandbox.sms",
  );
  await set("bank", {});
  await set("tax-service", {});
  await set("sms", {});
});

interface Set {
  outOfReach?: boolean;
  answerAfterSeconds?: number;
  failNext?: number;
  failReason?: string;
  returnNext?: number;
  faultNext?: number;
  listAfterSeconds?: number;
}

async function set(service: string, to: Set): Promise<void> {
  await sql`
    UPDATE sandbox.switches
    SET out_of_reach = ${to.outOfReach ?? false},
      answer_after_seconds = ${to.answerAfterSeconds ?? 0}, fail_next = ${to.failNext ?? 0},
      fail_reason = coalesce(${to.failReason ?? null}, fail_reason),
      return_next = ${to.returnNext ?? 0}, fault_next = ${to.faultNext ?? 0},
      list_after_seconds = ${to.listAfterSeconds ?? 0}
    WHERE service = ${service}`.execute(database.kysely);
}

const order = (orderId: string): PayoutOrder => ({
  orderId,
  kind: "CARD",
  amountKopecks: 150_000n,
  destination: "card-token-1",
  recipientName: "Иванов Иван",
  recipientInn: "500100732259",
  purpose: "Оплата услуг",
});
const orders = (count: number, prefix = "o") =>
  Array.from({ length: count }, (_, index) => order(`${prefix}-${index + 1}`));

const income = (operationId: string, over: Partial<IncomeRequest> = {}): IncomeRequest => ({
  operationId,
  inn: "500100732259",
  serviceName: "Услуги: уборка помещений",
  amountKopecks: 150_000n,
  operationAt: clock.now(),
  customerInn: "7707083893",
  customerName: "ООО «Ромашка»",
  ...over,
});
const addTaxpayer = (columns: Record<string, unknown> = {}) =>
  sql`INSERT INTO sandbox.taxpayers (inn, registered, bound, permissions, other_income_kopecks)
    SELECT '500100732259', ${columns["registered"] ?? true}, ${columns["bound"] ?? true},
      ${columns["permissions"] ?? ["INCOME_REGISTRATION"]}::text[], ${columns["other"] ?? 0}::bigint`.execute(
    database.kysely,
  );

describe("the bank of the sandbox", () => {
  test("does an order once, however often it hears of it", async () => {
    const bank = sandboxBank(database.kysely, clock);
    const first = await bank.submitOrders([order("7-1"), order("8-1"), order("7-1")]);
    const second = await bank.submitOrders([order("8-1"), order("7-1"), order("9-1")]);
    expect(first.map((one) => [one.orderId, one.status])).toEqual([
      ["7-1", "DONE"],
      ["8-1", "DONE"],
    ]);
    expect(second.filter((one) => one.orderId !== "9-1")).toEqual(expect.arrayContaining(first));
    expect(
      (await database.pool.query("SELECT order_id FROM sandbox.bank_orders ORDER BY 1")).rows.map(
        (row) => row.order_id,
      ),
    ).toEqual(["7-1", "8-1", "9-1"]);
  });

  test("answers later when it is told to, and says of a foreign order that it has not heard of it", async () => {
    await set("bank", { answerAfterSeconds: 60 });
    const bank = sandboxBank(database.kysely, clock);
    expect((await bank.submitOrders([order("1-1")]))[0]?.status).toBe("PENDING");
    expect((await bank.orderResults(["1-1", "2-1"])).map((one) => one.status)).toEqual([
      "PENDING",
      "UNKNOWN",
    ]);
    clock.advance(61_000);
    expect((await bank.orderResults(["1-1"]))[0]?.status).toBe("DONE");
  });

  test("refuses exactly the next N, also when two batches come at once", async () => {
    await set("bank", { failNext: 5, failReason: "COMPLIANCE" });
    const bank = sandboxBank(database.kysely, clock);
    const results = (
      await Promise.all([bank.submitOrders(orders(10, "a")), bank.submitOrders(orders(10, "b"))])
    ).flat();
    const refused = results.filter((one) => one.status === "REJECTED");
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({ reason: "COMPLIANCE" });
    expect(await bank.submitOrders(orders(10, "a"))).toEqual(
      expect.arrayContaining(results.filter((one) => one.orderId.startsWith("a"))),
    );
  });

  test("returns the next N after they were done, and tells each return to whoever reads on from the last one", async () => {
    await set("bank", { returnNext: 3 });
    const bank = sandboxBank(database.kysely, clock);
    const submitted = await bank.submitOrders(orders(4));
    expect(new Set(submitted.map((one) => one.status))).toEqual(new Set(["DONE"]));
    const before = await bank.returnsAfter(null);
    expect(before).toEqual({ returns: [], position: null });
    clock.advance(5_000);
    const { returns, position } = await bank.returnsAfter(before.position);
    expect(returns.map((one) => [one.orderId, one.reason])).toEqual([
      ["o-1", "ACCOUNT_CLOSED"],
      ["o-2", "ACCOUNT_CLOSED"],
      ["o-3", "ACCOUNT_CLOSED"],
    ]);
    expect(await bank.returnsAfter(position)).toEqual({ returns: [], position });
    expect((await bank.returnsAfter("1")).returns).toEqual(returns.slice(1));
    expect((await bank.orderResults(["o-1", "o-4"])).map((one) => one.status)).toEqual([
      "RETURNED",
      "DONE",
    ]);
  });

  test("takes nothing while it is out of reach", async () => {
    await set("bank", { outOfReach: true });
    const bank = sandboxBank(database.kysely, clock);
    await expect(bank.submitOrders([order("1-1")])).rejects.toThrow("out of reach");
    await expect(bank.orderResults(["1-1"])).rejects.toThrow("out of reach");
    await set("bank", {});
    expect((await bank.orderResults(["1-1"]))[0]?.status).toBe("UNKNOWN");
  });
});

describe("the tax service of the sandbox", () => {
  test("registers an operation once and gives a repeat the same receipt", async () => {
    await addTaxpayer();
    const tax = sandboxTaxService(database.kysely, clock);
    const [first] = await tax.registerIncomes([income("1"), income("1")]);
    expect(first).toMatchObject({
      operationId: "1",
      status: "REGISTERED",
      receiptId: expect.stringMatching(/^[0-9a-z]{10}$/),
    });
    const again = await tax.registerIncomes([income("2"), income("1")]);
    expect(again).toContainEqual(first);
    expect(
      (await database.pool.query("SELECT count(*)::int AS n FROM sandbox.tax_incomes")).rows,
    ).toEqual([{ n: 2 }]);
  });

  test.each([
    ["a stranger", null, "TAXPAYER_UNREGISTERED"],
    ["somebody struck off", { registered: false }, "TAXPAYER_UNREGISTERED"],
    ["somebody not bound to us", { bound: false }, "TAXPAYER_UNBOUND"],
    [
      "somebody who withdrew the right",
      { permissions: ["PAYMENT_INFORMATION"] },
      "PERMISSION_NOT_GRANTED",
    ],
    ["somebody at the year limit", { other: 240_000_000n - 149_999n }, "LIMIT_EXCEEDED"],
  ])("refuses the income of %s", async (_who, columns, error) => {
    if (columns) await addTaxpayer(columns);
    expect(await sandboxTaxService(database.kysely, clock).registerIncomes([income("1")])).toEqual([
      { operationId: "1", status: "REFUSED", error },
    ]);
  });

  test("counts the incomes of one batch together against the year limit", async () => {
    await addTaxpayer({ other: 240_000_000n - 300_000n });
    const results = await sandboxTaxService(database.kysely, clock).registerIncomes([
      income("1"),
      income("2"),
      income("3"),
    ]);
    expect(results.map((one) => one.status)).toEqual(["REGISTERED", "REGISTERED", "REFUSED"]);
  });

  test("judges a refused operation anew when it is sent again", async () => {
    await addTaxpayer();
    await set("tax-service", { failNext: 1, failReason: "INTERNAL_ERROR" });
    const tax = sandboxTaxService(database.kysely, clock);
    expect(
      (await tax.registerIncomes([income("1"), income("2")])).map((one) => one.status),
    ).toEqual(["FAULT", "REGISTERED"]);
    expect((await tax.registerIncomes([income("1")])).map((one) => one.status)).toEqual([
      "REGISTERED",
    ]);
  });

  test("takes an income and answers with a fault; its list shows the receipt after a while, a repeat names it", async () => {
    await addTaxpayer();
    await set("tax-service", { faultNext: 1, listAfterSeconds: 60 });
    const tax = sandboxTaxService(database.kysely, clock);
    const results = await tax.registerIncomes([income("1"), income("2")]);
    expect(results.map((one) => one.status)).toEqual(["FAULT", "REGISTERED"]);
    expect((await tax.incomeResults(["1"]))[0]?.status).toBe("UNKNOWN");
    expect(await tax.findIncome(income("1"))).toEqual({ status: "ABSENT" });
    clock.advance(61_000);
    const found = await tax.findIncome(income("1"));
    expect(found.status).toBe("REGISTERED");
    expect(await tax.registerIncomes([income("1")])).toMatchObject([found]);
  });

  test("keeps a slow operation in processing and does not judge it twice", async () => {
    await addTaxpayer();
    await set("tax-service", { answerAfterSeconds: 30 });
    const tax = sandboxTaxService(database.kysely, clock);
    expect((await tax.registerIncomes([income("1")])).map((one) => one.status)).toEqual([
      "PROCESSING",
    ]);
    expect((await tax.registerIncomes([income("1")])).map((one) => one.status)).toEqual([
      "PROCESSING",
    ]);
    clock.advance(31_000);
    expect((await tax.incomeResults(["1", "2"])).map((one) => one.status)).toEqual([
      "REGISTERED",
      "UNKNOWN",
    ]);
  });

  test("annuls a receipt once, says so again when asked again, and refuses an unknown one", async () => {
    await addTaxpayer();
    const tax = sandboxTaxService(database.kysely, clock);
    const [registered] = await tax.registerIncomes([income("1")]);
    const receiptId = registered?.status === "REGISTERED" ? registered.receiptId : "";
    const cancel = () => tax.cancelReceipts([{ inn: "500100732259", receiptId, reason: "REFUND" }]);
    const [first] = await cancel();
    expect(first).toMatchObject({ receiptId, status: "CANCELED" });
    clock.advance(1_000);
    expect(await cancel()).toEqual([first]);
    expect(
      await tax.cancelReceipts([
        { inn: "500100732259", receiptId: "0000000000", reason: "REFUND" },
      ]),
    ).toMatchObject([{ status: "REFUSED" }]);
  });

  test("tells who is registered, bound and allows incomes", async () => {
    await addTaxpayer({ permissions: [] });
    expect(
      await sandboxTaxService(database.kysely, clock).taxpayerStatuses([
        "500100732259",
        "770123456703",
      ]),
    ).toMatchObject([
      {
        inn: "500100732259",
        registered: true,
        bound: true,
        mayRegisterIncome: false,
        permissions: [],
        error: null,
      },
      {
        inn: "770123456703",
        registered: false,
        bound: false,
        mayRegisterIncome: false,
        permissions: [],
        error: null,
      },
    ]);
  });
});

test("a message that the gateway refused does not reach the phone, the next one does", async () => {
  await set("sms", { failNext: 1 });
  const sms = sandboxSms(database.kysely, clock);
  await expect(sms.send("79000000001", "Код входа: 111111")).rejects.toThrow("refused");
  await sms.send("79000000001", "Код входа: 222222");
  expect((await database.pool.query("SELECT text FROM sandbox.sms")).rows).toEqual([
    { text: "Код входа: 222222" },
  ]);
});
