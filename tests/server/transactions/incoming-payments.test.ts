import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { IncomingPayment } from "#contract/invoices/incoming-payment.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const BOOKS_ARE_RIGHT = {
  unbalancedEntries: [],
  wrongBalances: [],
  negativeBalances: [],
  wrongReserves: [],
};

let demo: DemoApp;
let invoiceId: number;
beforeAll(async () => {
  demo = await buildDemoApp();
  const { body } = await demo.call(CAST.accountant, "POST", "/client-api/invoice/create", {
    amount: 5000,
  });
  invoiceId = Number(body["id"]);
});
afterAll(() => demo.close());

const db = () => demo.database.kysely;
const list = async (phone: string = CAST.accountant, query = "") =>
  (await demo.call(phone, "GET", `/open-api/v1/incoming-payments?perPage=100${query}`)).body
    .items as unknown as IncomingPayment[];

/** A payment the platform cannot attribute. */
async function receive(payment: {
  amount: number;
  purpose?: string;
  payerInn?: string;
}): Promise<IncomingPayment> {
  const known = new Set((await list()).map(({ id }) => id));
  expect(
    (
      await demo.call(null, "POST", `/sandbox/api/bank/invoices/${invoiceId}/pay`, {
        purpose: "за услуги",
        ...payment,
      })
    ).status,
  ).toBe(200);
  await demo.runTasksUntilIdle();
  const found = (await list()).find(({ id }) => !known.has(id));
  if (!found) throw new Error("the payment is not listed");
  return found;
}

async function balances(): Promise<Record<string, number>> {
  const { rows } = await sql<{
    code: string;
    sum: bigint;
  }>`
    SELECT code, sum(balance_kopecks)::bigint AS sum
    FROM ledger_accounts
    WHERE code IN ('BANK', 'BANK_OUT', 'UNIDENTIFIED', 'CUST_AVAIL')
    GROUP BY code`.execute(db());
  return Object.fromEntries(rows.map(({ code, sum }) => [code, Number(sum) / 100]));
}

describe("money that no invoice explains", () => {
  test("is seen by the company it came from, with the payer's words", async () => {
    const payment = await receive({ amount: 77.77 });
    expect(payment).toMatchObject({
      amount: 77.77,
      state: { id: "UNRECOGNIZED", title: "Не распознан" },
      payer: { purpose: "за услуги" },
      invoice: null,
      permissions: { assign: true, return: true, reason: null },
    });
    expect((await list(CAST.accountant, "&states=ASSIGNED")).map(({ id }) => id)).not.toContain(
      payment.id,
    );
    expect((await list(CAST.otherOwner)).map(({ id }) => id)).not.toContain(payment.id);
    for (const phone of [CAST.viewer, CAST.projectManager, CAST.workman])
      expect((await demo.call(phone, "GET", "/open-api/v1/incoming-payments")).status).toBe(403);
  });

  test("is assigned to an invoice by the payer, once, and his balance grows", async () => {
    const payment = await receive({ amount: 1234.5 });
    const before = await balances();
    const assign = () =>
      demo.call(CAST.accountant, "POST", `/open-api/v1/incoming-payments/${payment.id}/assign`, {
        invoiceID: invoiceId,
      });
    expect(
      await demo.call(
        CAST.otherOwner,
        "POST",
        `/open-api/v1/incoming-payments/${payment.id}/assign`,
        { invoiceID: invoiceId },
      ),
    ).toMatchObject({ status: 404 });
    expect(
      await demo.call(
        CAST.accountant,
        "POST",
        `/open-api/v1/incoming-payments/${payment.id}/assign`,
        { invoiceID: 2_000_000_000 },
      ),
    ).toMatchObject({ status: 422, body: { errors: { invoiceID: [expect.any(String)] } } });
    const answers = await Promise.all([assign(), assign(), assign()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      state: { id: "ASSIGNED" },
      invoice: { id: invoiceId },
      note: "Оплачено не полностью",
      permissions: { assign: false, return: false },
    });
    const after = await balances();
    expect([after["UNIDENTIFIED"], after["CUST_AVAIL"]]).toEqual([
      (before["UNIDENTIFIED"] ?? 0) - 1234.5,
      (before["CUST_AVAIL"] ?? 0) + 1234.5,
    ]);
    expect(
      await demo.call(
        CAST.accountant,
        "POST",
        `/open-api/v1/incoming-payments/${payment.id}/return`,
      ),
    ).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("уже зачислен по счёту") },
    });
    expect(await auditLedger(db())).toEqual(BOOKS_ARE_RIGHT);
  });

  test("goes back to its payer by the bank, once", async () => {
    const payment = await receive({ amount: 500 });
    const before = await balances();
    const send = () =>
      demo.call(CAST.owner, "POST", `/open-api/v1/incoming-payments/${payment.id}/return`);
    expect((await Promise.all([send(), send()])).map(({ status }) => status).sort()).toEqual([
      200, 409,
    ]);
    await demo.runTasksUntilIdle();
    expect((await list()).find(({ id }) => id === payment.id)).toMatchObject({
      state: { id: "RETURNED" },
      returnedAt: expect.any(String),
      permissions: { assign: false, return: false },
    });
    const { rows } = await sql<{
      n: number;
      destination: string;
    }>`
      SELECT count(*)::integer AS n, max(destination) AS destination
      FROM sandbox.bank_orders
      WHERE kind = 'RETURN' AND amount_kopecks = 50000`.execute(db());
    expect(rows[0]).toMatchObject({ n: 1, destination: expect.stringContaining("demo-") });
    const after = await balances();
    expect([after["BANK"], after["UNIDENTIFIED"], after["BANK_OUT"]]).toEqual([
      (before["BANK"] ?? 0) - 500,
      (before["UNIDENTIFIED"] ?? 0) - 500,
      before["BANK_OUT"] ?? 0,
    ]);
    expect(
      await demo.call(CAST.owner, "POST", `/open-api/v1/incoming-payments/${payment.id}/assign`, {
        invoiceID: invoiceId,
      }),
    ).toMatchObject({ status: 409 });
    expect(await auditLedger(db())).toEqual(BOOKS_ARE_RIGHT);
  });

  test("that the bank refuses to return stays, with the reason, and may be tried again; one that comes back later too", async () => {
    const payment = await receive({ amount: 321 });
    await sql`
      UPDATE sandbox.switches
      SET fail_next = 1, fail_reason = 'ACCOUNT_CLOSED'
      WHERE service = 'bank'`.execute(db());
    const send = () =>
      demo.call(CAST.owner, "POST", `/open-api/v1/incoming-payments/${payment.id}/return`);
    const now = async () => (await list()).find(({ id }) => id === payment.id);
    expect((await send()).status).toBe(200);
    await demo.runTasksUntilIdle();
    expect(await now()).toMatchObject({
      state: { id: "UNRECOGNIZED" },
      note: "Банк не вернул платёж: счёт закрыт",
      permissions: { return: true },
    });
    expect((await send()).status).toBe(200);
    await demo.runTasksUntilIdle();
    expect(await now()).toMatchObject({ state: { id: "RETURNED" }, note: null });
    await sql`
      UPDATE sandbox.bank_orders
      SET return_at = ${demo.clock.now()}, return_reason = 'NAME_MISMATCH'
      WHERE order_id LIKE 'return-%' AND amount_kopecks = 32100 AND failure_reason IS NULL`.execute(
      db(),
    );
    await demo.runTasksUntilIdle();
    expect(await now()).toMatchObject({
      state: { id: "UNRECOGNIZED" },
      note: expect.stringContaining("не совпадает"),
      returnedAt: null,
    });
    expect(await auditLedger(db())).toEqual(BOOKS_ARE_RIGHT);
  });

  test("from another payer, who named the company's invoice, says that it is there and nothing of him", async () => {
    const { rows } = await sql<{
      number: string;
    }>`SELECT number FROM invoices WHERE id = ${invoiceId}`.execute(db());
    const payment = await receive({
      amount: 42,
      payerInn: "7707083893",
      purpose: `Оплата по счету ${rows[0]?.number} от 27.04.2026`,
    });
    expect(payment).toMatchObject({
      amount: 42,
      payer: null,
      permissions: { assign: false, return: false, reason: expect.stringContaining("другого ИНН") },
    });
    expect(
      await demo.call(CAST.owner, "POST", `/open-api/v1/incoming-payments/${payment.id}/return`),
    ).toMatchObject({ status: 403, body: { message: expect.stringContaining("другого ИНН") } });
  });
});
