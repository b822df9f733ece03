import { afterAll, beforeAll, expect, test } from "vitest";
import type { Payout } from "#contract/payouts/payout-endpoints.ts";
import type { PayoutStep } from "#contract/payouts/payout-steps.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { aCustomer, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers, type PayrollWorker } from "#tests/support/payroll-file.ts";

const [worker] = makePayrollWorkers(1) as [PayrollWorker];
const phone = `79${worker.inn.slice(2, 11)}`;

let product: TestApp;
let customer: Customer;
let stranger: Customer;
beforeAll(async () => {
  ({ product, customer } = await aPayroll({
    workers: [worker],
    seed: 945,
    funds: 1_000_000_00n,
  }));
  stranger = await aCustomer(product.database.kysely, { seed: 946 });
});
afterAll(() => product.close());

const bank = (switches: object) =>
  product.http.inject({
    method: "PUT",
    url: "/sandbox/api/bank/switches",
    payload: { answerAfterSeconds: 0, failNext: 0, returnNext: 0, outOfReach: false, ...switches },
  });
const stepsOf = async (who: string, id: number) =>
  (await new PayrollDesk(product, who).call("GET", `/payouts/${id}/steps`)).json<{
    items: PayoutStep[];
  }>().items;
const now = () => product.clock.now().toISOString();

async function pay(): Promise<Payout> {
  const desk = new PayrollDesk(product, customer.ownerPhone);
  const id = await desk.upload(
    payrollCsv([
      {
        inn: worker.inn,
        serviceCode: "0301",
        receiptText: `Доставка ${now()}`,
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount: "500",
      },
    ]),
  );
  await desk.execute(id);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  const list = await desk.call("GET", `/payouts?registryID=${id}`);
  return list.json<{ items: Payout[] }>().items[0] as Payout;
}

test("worker and company read the same steps with their moments; another reads none", async () => {
  await bank({});
  const { id, sentAt, paidAt } = await pay();
  const steps = await stepsOf(phone, id);
  expect(steps.map(({ kind, status }) => `${kind.id} ${status.id}`)).toEqual([
    "ACT DONE",
    "RECEIPT DONE",
    "ORDER DONE",
    "BANK DONE",
    "ARRIVED DONE",
  ]);
  expect(steps.map(({ at }) => at === null)).toEqual([false, false, false, false, false]);
  expect([steps[2]?.at, steps[4]?.at]).toEqual([sentAt, paidAt]);
  expect(await stepsOf(customer.ownerPhone, id)).toEqual(steps);
  const refused = await new PayrollDesk(product, stranger.ownerPhone).call(
    "GET",
    `/payouts/${id}/steps`,
  );
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    404,
    "Выплата не найдена",
  ]);
});

test("a transfer the bank holds is a step with its moment and what each side does", async () => {
  await bank({ holdNext: 1 });
  const { id } = await pay();
  const [mine, theirs] = [await stepsOf(phone, id), await stepsOf(customer.ownerPhone, id)];
  expect(mine[3]).toMatchObject({
    status: { id: "HELD" },
    at: expect.any(String),
    text: expect.stringContaining("позвоните в банк"),
  });
  expect(theirs[3]?.text).toContain("Попросите исполнителя");
});

test("a payout sent again promises a day from its new order, not from the first", async () => {
  await bank({ returnNext: 1, returnReason: "CARD_BLOCKED", returnAfterSeconds: 60 });
  const { id } = await pay();
  product.clock.advance(86_400_000);
  await product.runTasksUntilIdle();
  expect((await stepsOf(phone, id)).at(-1)).toMatchObject({
    kind: { id: "ARRIVED" },
    status: { id: "FAILED" },
    at: expect.any(String),
    text: expect.stringContaining("Проверьте карту"),
  });
  product.clock.advance(5 * 86_400_000);
  await bank({ answerAfterSeconds: 86_400 });
  const desk = new PayrollDesk(product, phone);
  expect((await desk.call("POST", `/payouts/${id}/retry`)).statusCode).toBe(200);
  await product.runTasksUntilIdle();
  const payout = (await desk.call("GET", `/payouts/${id}`)).json<Payout>();
  expect(payout.state.id).toBe("SENT");
  expect(payout.sentAt?.slice(0, 10)).toBe(now().slice(0, 10));
  expect(String(payout.promisedOn) > now().slice(0, 10)).toBe(true);
});
