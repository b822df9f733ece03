import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { PayrollItem } from "#contract/registries/payroll-registry.ts";
import {
  auditLedger,
  balanceOfAccount,
  post,
  walletOfWorkman,
} from "#server/money/ledger/index.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };
/**
 * Far from now: the bank is asked for returns since the product was started. Each earns 10 000,00
 * in March; the tax service knows the whole deduction, so 4 % are kept: 400,00.
 */
const ROLES = [
  "exact",
  "less",
  "more",
  "moreButWhole",
  "toppedUp",
  "noDocument",
  "noAccrual",
  "annulled",
  "givenUp",
  "refusedByBank",
  "slowBank",
  "paysHimself",
] as const;
type Role = (typeof ROLES)[number];
const WORKERS = makePayrollWorkers(ROLES.length);
const MARCH = "203103";

let product: TestApp;
let customer: Customer;
let registryId: number;
const ids = new Map<Role, number>();

const innOf = (role: Role) => WORKERS[ROLES.indexOf(role)]?.inn ?? "";
const phoneOf = (role: Role) => `79${innOf(role).slice(2, 11)}`;
const desk = (phone: string = customer.ownerPhone) => new PayrollDesk(product, phone);
const idOf = (role: Role) => ids.get(role) ?? 0;
const wallet = (role: Role) => walletOfWorkman(product.database.kysely, idOf(role));
const sandbox = (method: "GET" | "POST" | "PUT", path: string, payload?: object) =>
  product.http.inject({ method, url: `/sandbox/api${path}`, ...(payload ? { payload } : {}) });
const accrue = async (
  role: Role,
  sums: { tax: number; debt?: number; penalty?: number; hasDocument?: boolean },
) =>
  expect(
    (await sandbox("POST", "/tax-service/accruals", { inn: innOf(role), period: MARCH, ...sums }))
      .statusCode,
  ).toBe(200);

async function goTo(instant: string): Promise<void> {
  product.clock.set(new Date(instant));
  await product.runTasksUntilIdle();
}

async function reserveOf(role: Role): Promise<bigint> {
  const { rows } = await sql<{
    sum: bigint;
  }>`
    SELECT coalesce(sum(balance_kopecks), 0)::bigint AS sum
    FROM ledger_accounts
    WHERE code = 'WORK_TAX' AND workman_id = ${idOf(role)}`.execute(product.database.kysely);
  return rows[0]?.sum ?? 0n;
}

async function fillWallet(role: Role, kopecks: bigint): Promise<void> {
  const at = product.clock.now();
  await product.database.kysely.transaction().execute((trx) =>
    post(trx, {
      event: "CORRECTION",
      source: { type: "correction", id: 9000 + idOf(role) },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks: kopecks },
        { code: "WORK_AVAIL", workmanId: idOf(role), amountKopecks: -kopecks },
      ],
    }),
  );
}

/** Balances of the platform's own accounts, in the direction of their kinds. */
async function platformBalance(code: "TAX_BUDGET" | "BANK_TAX_OUT"): Promise<bigint> {
  const { rows } = await sql<{
    sum: bigint;
  }>`
    SELECT coalesce(sum(balance_kopecks), 0)::bigint AS sum
    FROM ledger_accounts
    WHERE code = ${code}`.execute(product.database.kysely);
  return rows[0]?.sum ?? 0n;
}

async function told(role: Role): Promise<[NoticeName, Record<string, number>][]> {
  const { rows } = await sql<{ type: string; resource: Record<string, number> }>`
    SELECT n.type, n.resource
    FROM notices n
    JOIN workmen w ON w.person_id = n.person_id
    WHERE w.id = ${idOf(role)} AND n.type LIKE '%TaxPayment%'
    ORDER BY n.id`.execute(product.database.kysely);
  return rows.map(({ type, resource }) => [
    (Object.entries(NOTICE_TYPES).find(([, one]) => one.id === type)?.[0] ?? type) as NoticeName,
    resource,
  ]);
}

async function taxOrders(role: Role): Promise<{ amount_kopecks: bigint; order_id: string }[]> {
  const { rows } = await sql<{
    amount_kopecks: bigint;
    order_id: string;
  }>`
    SELECT amount_kopecks, order_id
    FROM sandbox.bank_orders
    WHERE kind = 'TAX' AND recipient_inn = ${innOf(role)}
    ORDER BY order_id`.execute(product.database.kysely);
  return rows;
}

beforeAll(async () => {
  ({ product, customer } = await aPayroll({
    workers: WORKERS,
    seed: 850,
    funds: 300_000_00n,
    at: "2031-03-10T09:00:00Z",
  }));
  const db = product.database.kysely;
  for (const { id, inn } of (
    await sql<{ id: number; inn: string }>`SELECT id, inn FROM workmen`.execute(db)
  ).rows)
    ids.set(ROLES[WORKERS.findIndex((one) => one.inn === inn)] as Role, id);
  for (const role of ROLES) {
    if (role === "paysHimself") continue;
    const chosen = await desk(phoneOf(role)).call("POST", "/workman/fns/bind", {
      taxPayerID: "PLATFORM",
      isPartialTaxAllowed: role !== "moreButWhole" && role !== "toppedUp",
      isTaxTopUpAllowed: role === "toppedUp" || role === "moreButWhole",
    });
    expect(chosen.statusCode, chosen.body).toBe(200);
  }
  await product.runTasksUntilIdle();
  // One payment fails at the bank and waits for the customer's word.
  registryId = await desk().upload(
    payrollCsv(
      ROLES.map((role) => ({
        inn: innOf(role),
        serviceCode: "0301",
        receiptText: `Доставка, ${role}`,
        workStart: "01.03.2031",
        workEnd: "05.03.2031",
        amount: "10000",
      })),
    ),
  );
  await desk().execute(registryId);
  // His card is lost after the start and before the bank is asked.
  await sandbox("PUT", "/tax-service/switches", { answerAfterSeconds: 60 });
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  await sql`
    UPDATE workman_cards SET status = 'blocked' WHERE workman_id = ${idOf("givenUp")}`.execute(db);
  await sandbox("PUT", "/tax-service/switches", { answerAfterSeconds: 0 });
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
});
afterAll(() => product.close());

const itemOf = async (role: Role) =>
  (await desk().items(registryId)).items.find(
    (item) => item.cells.inn === innOf(role),
  ) as PayrollItem;

describe("the reserve", () => {
  test("is kept of pay that is earned, of workers who have chosen so, and the bank is ordered the rest", async () => {
    const { rows } = await sql<{
      inn: string;
      sum: bigint;
    }>`
      SELECT recipient_inn AS inn, amount_kopecks AS sum
      FROM sandbox.bank_orders
      WHERE kind <> 'TAX'`.execute(product.database.kysely);
    const ordered = new Map(rows.map(({ inn, sum }) => [inn, sum]));
    expect([ordered.get(innOf("exact")), ordered.get(innOf("paysHimself"))]).toEqual([
      9_600_00n,
      10_000_00n,
    ]);
    expect([await reserveOf("exact"), await reserveOf("paysHimself")]).toEqual([400_00n, 0n]);
    expect((await itemOf("exact")).state.id).toBe("PAID");
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });

  test("is seen among the worker's operations and in his taxes", async () => {
    const operations = await product.http.inject({
      url: "/client-api/transaction/list",
      headers: await product.signIn(phoneOf("exact")),
    });
    expect(
      operations
        .json<{ items: { type: { id: string }; amount: number }[] }>()
        .items.map(({ type, amount }) => [type.id, amount]),
    ).toEqual(
      expect.arrayContaining([
        ["WORKMAN_ACCRUAL", 10_000],
        ["TAX_HOLD", -400],
        ["PAYOUT_CARD", -9_600],
      ]),
    );
    const taxes = await product.http.inject({
      url: "/open-api/v1/workman/taxes",
      headers: await product.signIn(phoneOf("exact")),
    });
    expect(taxes.json<{ items: object[] }>().items[2]).toMatchObject({
      monthNumber: 3,
      income: 10_000,
      taxAmount: 400,
      reservedAmount: 400,
      paidAmount: 0,
      state: { id: "FORECAST" },
    });
  });

  test("of a receipt annulled after the payment is kept while the bank may send the pay back", async () => {
    const item = await itemOf("annulled");
    expect(
      (
        await desk().call("POST", `/receipts/${item.receipt?.id}/reverse`, {
          reasonID: "REGISTRATION_MISTAKE",
        })
      ).statusCode,
    ).toBe(200);
    await product.runTasksUntilIdle();
    expect([await reserveOf("annulled"), await wallet("annulled")]).toEqual([400_00n, 0n]);
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });

  test("of a payment that is given up returns to the customer with the rest", async () => {
    const before = await balanceOfAccount(product.database.kysely, customer.accountId);
    const item = await itemOf("givenUp");
    expect(item.state.id).toBe("PAYMENT_FAILED");
    expect(
      (await desk().call("POST", `/payroll-registry-items/${item.id}/give-up`)).statusCode,
    ).toBe(200);
    const after = await balanceOfAccount(product.database.kysely, customer.accountId);
    expect(after.available - before.available).toBe(10_300_00n);
    expect([await reserveOf("givenUp"), await wallet("givenUp")]).toEqual([0n, 0n]);
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });
});

describe("the month of a worker", () => {
  test("gives the reserve of an annulled receipt to the wallet when the pay is final", async () => {
    await goTo("2031-03-20T08:00:00Z");
    expect(await reserveOf("annulled")).toBe(400_00n);
    await goTo("2031-03-20T10:00:00Z");
    expect([await reserveOf("annulled"), await wallet("annulled")]).toEqual([0n, 400_00n]);
  });

  test("is not touched before the 12th", async () => {
    await goTo("2031-04-11T20:00:00Z");
    expect(await reserveOf("exact")).toBe(400_00n);
    expect((await sql`SELECT 1 FROM tax_payments`.execute(product.database.kysely)).rows).toEqual(
      [],
    );
  });

  test("is paid by its document, in whole or in part, and the rest of the reserve is the worker's", async () => {
    await accrue("less", { tax: 300 });
    await accrue("more", { tax: 500, penalty: 20 });
    await accrue("moreButWhole", { tax: 500.01 });
    // The month before was below 100 ₽ and is carried over; sums of payments were rounded.
    await accrue("toppedUp", { tax: 499.99 });
    for (const role of ["toppedUp", "moreButWhole"] as const) await fillWallet(role, 100_00n);
    await accrue("noDocument", { tax: 400, hasDocument: false });
    await accrue("noAccrual", { tax: 0 });
    await sandbox("PUT", "/bank/switches", { answerAfterSeconds: 3600 });
    await goTo("2031-04-12T06:00:00Z");
    // The bank has the orders and has not answered.
    expect(await told("exact")).toEqual([]);
    expect(await platformBalance("BANK_TAX_OUT")).toBeLessThan(0n);
    await sandbox("PUT", "/bank/switches", { answerAfterSeconds: 0 });
    await goTo("2031-04-12T07:30:00Z");
    expect(await taxOrders("exact")).toMatchObject([{ amount_kopecks: 400_00n }]);
    expect(await told("exact")).toEqual([
      [
        "TaxPaymentPaid",
        {
          amount: 400,
          monthNumber: 3,
          requestedAmount: 400,
          taxAmount: 400,
          debtAmount: 0,
          penaltyAmount: 0,
        },
      ],
    ]);
    expect(await told("less")).toEqual([
      ["TaxPaymentPaid", expect.objectContaining({ amount: 300, requestedAmount: 300 })],
    ]);
    expect([await reserveOf("less"), await wallet("less")]).toEqual([0n, 100_00n]);
    expect(await told("more")).toEqual([
      [
        "TaxPaymentPartiallyPaid",
        {
          amount: 400,
          monthNumber: 3,
          requestedAmount: 520,
          taxAmount: 500,
          debtAmount: 0,
          penaltyAmount: 20,
        },
      ],
    ]);
    expect(await told("moreButWhole")).toEqual([
      [
        "TaxPaymentRefundedInsufficientFunds",
        expect.objectContaining({ amount: 400, requestedAmount: 500.01 }),
      ],
    ]);
    expect([await taxOrders("moreButWhole"), await wallet("moreButWhole")]).toEqual([[], 500_00n]);
    expect(await taxOrders("toppedUp")).toMatchObject([{ amount_kopecks: 499_99n }]);
    expect(await told("toppedUp")).toEqual([
      ["TaxPaymentPaid", expect.objectContaining({ amount: 499.99, walletAmount: 99.99 })],
    ]);
    expect([await reserveOf("toppedUp"), await wallet("toppedUp")]).toEqual([0n, 1n]);
    expect([await platformBalance("TAX_BUDGET"), await platformBalance("BANK_TAX_OUT")]).toEqual([
      0n,
      0n,
    ]);
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });

  test("is paid once, whatever is run again", async () => {
    await goTo("2031-04-13T09:00:00Z");
    expect(await taxOrders("exact")).toHaveLength(1);
    expect(await told("exact")).toHaveLength(1);
    expect(await told("slowBank")).toHaveLength(1);
  });

  test("waits for an accrual and a document until the 25th, then the reserve is the worker's", async () => {
    expect([await reserveOf("noAccrual"), await reserveOf("noDocument")]).toEqual([
      400_00n,
      400_00n,
    ]);
    await goTo("2031-04-24T09:00:00Z");
    expect([await told("noAccrual"), await told("noDocument")]).toEqual([[], []]);
    await goTo("2031-04-25T09:00:00Z");
    expect(await told("noAccrual")).toEqual([
      [
        "TaxPaymentRefundedWithoutRequest",
        {
          amount: 400,
          monthNumber: 3,
          requestedAmount: 0,
          taxAmount: 0,
          debtAmount: 0,
          penaltyAmount: 0,
        },
      ],
    ]);
    expect(await told("noDocument")).toEqual([
      [
        "TaxPaymentRefundedNoDocuments",
        expect.objectContaining({ amount: 400, requestedAmount: 400 }),
      ],
    ]);
    expect([await wallet("noAccrual"), await wallet("noDocument")]).toEqual([400_00n, 400_00n]);
  });

  test("accrued after the refund is the worker's to pay, and he is told so once", async () => {
    await accrue("noAccrual", { tax: 390 });
    await product.runTasksUntilIdle();
    await goTo("2031-04-27T09:00:00Z");
    expect((await told("noAccrual")).slice(1)).toEqual([
      [
        "TaxPaymentRefundedWithRequest",
        expect.objectContaining({ amount: 400, requestedAmount: 390, taxAmount: 390 }),
      ],
    ]);
    expect([await taxOrders("noAccrual"), await wallet("noAccrual")]).toEqual([[], 400_00n]);
  });

  test("without a reserve is nobody's business", async () => {
    expect([await told("paysHimself"), await told("annulled"), await told("givenUp")]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await taxOrders("paysHimself")).toEqual([]);
  });

  test("is shown to the worker as it has ended", async () => {
    const march = async (role: Role) => {
      const answer = await product.http.inject({
        url: "/open-api/v1/workman/taxes?year=2031",
        headers: await product.signIn(phoneOf(role)),
      });
      return answer.json<{
        items: {
          state: { id: string };
          taxAmount: number;
          paidAmount: number;
          reservedAmount: number;
        }[];
      }>().items[2];
    };
    expect(await march("exact")).toMatchObject({
      state: { id: "PAID" },
      taxAmount: 400,
      paidAmount: 400,
      reservedAmount: 0,
    });
    expect(await march("more")).toMatchObject({
      state: { id: "PARTIALLY_PAID" },
      taxAmount: 500,
      paidAmount: 400,
    });
    expect(await march("noDocument")).toMatchObject({ state: { id: "REFUNDED" }, paidAmount: 0 });
  });
});

describe("a bank that does not pay", () => {
  test("is asked again the next mornings, and at last the worker has the money", async () => {
    // The month of this worker is taken up anew, with a bank that refuses.
    const april = new Date("2031-04-30T09:00:00Z");
    product.clock.set(april);
    const id = await desk().upload(
      payrollCsv(
        (["refusedByBank", "exact"] as const).map((role) => ({
          inn: innOf(role),
          serviceCode: "0301",
          receiptText: "Доставка в апреле",
          workStart: "01.04.2031",
          workEnd: "05.04.2031",
          amount: "10000",
        })),
      ),
    );
    await desk().execute(id);
    product.clock.advance(5 * 60_000);
    await product.runTasksUntilIdle();
    expect(await reserveOf("refusedByBank")).toBe(400_00n);
    await sandbox("PUT", "/bank/switches", { failNext: 10, failReason: "COMPLIANCE" });
    await goTo("2031-05-12T09:00:00Z");
    // He leaves the platform after the first refusal: nothing more is sent for him.
    await sql`UPDATE sandbox.taxpayers SET bound = false WHERE inn = ${innOf("exact")}`.execute(
      product.database.kysely,
    );
    await sql`
      UPDATE tax_bindings SET status = 'NONE' WHERE workman_id = ${idOf("exact")}`.execute(
      product.database.kysely,
    );
    for (const day of ["13", "14", "15", "16"]) {
      await goTo(`2031-05-${day}T09:00:00Z`);
      for (let minute = 0; minute < 5; minute += 1) {
        product.clock.advance(16 * 60_000);
        await product.runTasksUntilIdle();
      }
    }
    await sandbox("PUT", "/bank/switches", { failNext: 0 });
    expect((await taxOrders("refusedByBank")).length).toBe(4);
    expect((await taxOrders("exact")).length).toBe(2);
    expect([await reserveOf("exact"), await wallet("exact")]).toEqual([0n, 400_00n]);
    expect((await told("refusedByBank")).at(-1)).toEqual([
      "TaxPaymentRefundedNoDocuments",
      expect.objectContaining({ amount: 400, monthNumber: 4 }),
    ]);
    expect([await reserveOf("refusedByBank"), await wallet("refusedByBank")]).toEqual([
      0n,
      400_00n,
    ]);
    expect([await platformBalance("TAX_BUDGET"), await platformBalance("BANK_TAX_OUT")]).toEqual([
      0n,
      0n,
    ]);
  });

  test("and one that returns a payment days later gives the money back to the worker", async () => {
    const order = (await taxOrders("slowBank"))[0]?.order_id ?? "";
    expect((await sandbox("POST", `/bank/orders/${order}/return`, {})).statusCode).toBe(200);
    await product.runTasksUntilIdle();
    await product.runTasksUntilIdle();
    expect(await wallet("slowBank")).toBe(400_00n);
    expect((await told("slowBank")).map(([name]) => name)).toEqual([
      "TaxPaymentPaid",
      "TaxPaymentRefundedNoDocuments",
    ]);
    expect(await auditLedger(product.database.kysely)).toEqual(CLEAN);
  });
});
