import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
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
  const id = await desk.upload(payrollCsv(workers.map(({ inn }, index) => ({ inn, serviceCode: "0301", receiptText: `Доставка, рейс ${files}-${index}`, workStart: "01.03.2026", workEnd: "05.03.2026", amount: "1000" }))));
  await desk.execute(id);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  return id;
}

async function postingsOf(id: number, row = 0): Promise<Posting[]> {
  const item = (await desk.items(id)).items[row];
  return (await desk.call("GET", `/payroll-registry-items/${item?.id}/postings`)).json<{ items: Posting[] }>().items;
}
const steps = (postings: readonly Posting[]) => postings.map(({ event, debit, credit, amount }) => `${event.id} ${debit.id}>${credit.id} ${amount}`);

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
    expect(confirmed?.comment).toBe(`Доля строки в общей записи № ${confirmed?.entryID} на 3\u00A0000,00\u00A0₽`);
    expect(postings[0]?.comment).toContain("на 3\u00A0090,00\u00A0₽");
    const { rows } = await sql<{ event_type: string }>`SELECT event_type FROM ledger_entries WHERE id = ${confirmed?.entryID}`.execute(product.database.kysely);
    expect(rows[0]?.event_type).toBe("PAYOUT_CONFIRMED");
  }
});

test("an entry of one row alone is no share of anything", async () => {
  const postings = await postingsOf(await aPaidRegistry(WORKERS.slice(0, 1)));
  expect(postings.map(({ comment }) => comment)).toEqual([null, null, null, null, null, null]);
});

test("money that came back after the confirmation goes out of the platform's own account", async () => {
  const id = await aPaidRegistry(WORKERS.slice(0, 1));
  const { rows } = await sql<{ order_id: string }>`SELECT order_id FROM sandbox.bank_orders ORDER BY taken_at DESC LIMIT 1`.execute(product.database.kysely);
  await product.http.inject({ method: "POST", url: `/sandbox/api/bank/orders/${rows[0]?.order_id}/return`, payload: {} });
  await product.runTasksUntilIdle();
  expect(steps(await postingsOf(id)).slice(-3)).toEqual(["PAYOUT_SENT WORK_ACCRUED>BANK_OUT 1000", "PAYOUT_CONFIRMED BANK_OUT>BANK 1000", "PAYOUT_RETURNED BANK>WORK_ACCRUED 1000"]);
});
