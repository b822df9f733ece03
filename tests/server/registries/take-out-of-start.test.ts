import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLedger } from "#server/money/ledger/index.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { aCustomer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(3);

let product: TestApp;
let desk: PayrollDesk;
let funds: number;
let id: number;
beforeAll(async () => {
  ({ product, desk } = await aPayroll({ workers: WORKERS, funds: 1_000_000_00n }));
});
afterAll(() => product.close());

let texts = 0;
/** Three rows, 100, 200 and 300 rubles, and one with an error; scheduled. */
beforeEach(async () => {
  texts += 1;
  const row = (index: number, amount: string) => ({
    inn: WORKERS[index]?.inn ?? "",
    serviceCode: "0301",
    receiptText: `Доставка заказов, рейс ${texts}`,
    workStart: "01.03.2026",
    workEnd: `0${(texts % 8) + 1}.03.2026`,
    amount,
  });
  id = await desk.upload(
    payrollCsv([row(0, "100"), row(1, "200"), row(2, "300"), { ...row(0, "5"), inn: "123" }]),
  );
  funds = (await desk.info(id)).available ?? 0;
  await desk.execute(id);
});

const itemsOf = async (lines: readonly number[]) =>
  (await desk.items(id)).items.filter(({ line }) => lines.includes(line)).map((one) => one.id);

async function takeOut(itemIDs: readonly number[], by = desk, change: object = {}) {
  const { version, lastCancelAt } = await desk.info(id);
  return by.call("POST", `/payroll-registries/${id}/take-out`, {
    version,
    cancelUntil: lastCancelAt,
    itemIDs,
    ...change,
  });
}

const statesOf = async () =>
  (await desk.items(id)).items.map(({ line, state }) => `${line} ${state.title}`);

async function finish(): Promise<void> {
  product.clock.advance(600_000);
  await product.runTasksUntilIdle();
}

const rightBooks = async () =>
  expect(await auditLedger(product.database.kysely)).toEqual({
    unbalancedEntries: [],
    wrongBalances: [],
    negativeBalances: [],
    wrongReserves: [],
  });

test("a row that was taken out is not paid, its money is free at once, and the rest starts at its time", async () => {
  const before = await desk.info(id);
  expect(before).toMatchObject({ state: { id: "SCHEDULED" }, toPay: 600, workmenCount: 3 });
  const taken = await takeOut(await itemsOf([3]));
  expect(taken.json()).toMatchObject({ state: { id: "SCHEDULED" }, version: before.version + 1 });
  const after = await desk.info(id);
  expect(after).toMatchObject({
    rowsCount: 4,
    readyCount: 2,
    toPay: 400,
    workmenCount: 2,
    lastCancelAt: before.lastCancelAt,
    statesCount: { READY_TO_APPLY: 2, VALIDATION_FAILED: 1, CANCELED: 1 },
  });
  expect((after.available ?? 0) + 400 + (after.commission ?? 0)).toBeCloseTo(funds, 2);
  await rightBooks();

  await finish();
  expect(await desk.info(id)).toMatchObject({
    paidCount: 2,
    paidAmount: 400,
    statesCount: { PAID: 2, VALIDATION_FAILED: 1, CANCELED: 1 },
  });
  expect(await statesOf()).toEqual(["2 Выплачено", "3 Отменён", "4 Выплачено", "5 Ошибка"]);
  expect((await desk.items(id, "?states=CANCELED")).items.map(({ line }) => line)).toEqual([3]);
  await rightBooks();
});

test("rows may go in several goes; an undone start has them all again, and all its money", async () => {
  await takeOut(await itemsOf([2]));
  expect((await takeOut(await itemsOf([3]))).statusCode).toBe(200);
  expect(await desk.info(id)).toMatchObject({ readyCount: 1, toPay: 300 });
  const undone = (await desk.undo(id)).json<{ state: { id: string }; version: number }>();
  expect(undone.state.id).toBe("PARTIALLY_READY");
  expect(await desk.info(id)).toMatchObject({
    readyCount: 3,
    toPay: 600,
    workmenCount: 3,
    version: undone.version,
    available: funds,
    statesCount: { READY_TO_APPLY: 3, VALIDATION_FAILED: 1 },
  });
  await rightBooks();
  await desk.execute(id, undone.version);
  expect((await takeOut(await itemsOf([4]))).statusCode).toBe(200);
  await finish();
  expect(await desk.info(id)).toMatchObject({ paidCount: 2, paidAmount: 300 });
  await rightBooks();
});

test("all or none: what is not in the start, or would leave nothing of it, is refused", async () => {
  const [first, second, third, wrong] = await itemsOf([2, 3, 4, 5]);
  const refusals: [readonly (number | undefined)[], number, RegExp][] = [
    [[first, second, third], 409, /^Это все строки запуска/],
    [[first, wrong], 409, /в запуске нет/],
    [[first, 999_999_999], 404, /^Строка не найдена/],
  ];
  for (const [rows, status, message] of refusals) {
    const answer = await takeOut(rows.filter((one) => one !== undefined));
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      status,
      expect.stringMatching(message),
    ]);
  }
  expect(await desk.info(id)).toMatchObject({ readyCount: 3, toPay: 600 });
  await takeOut([first ?? 0]);
  expect((await takeOut([first ?? 0])).statusCode).toBe(409);
  const stale = await takeOut([second ?? 0], desk, { version: 1 });
  expect(stale.statusCode).toBe(409);
});

test("after the start it is said that it has begun", async () => {
  const rows = await itemsOf([2]);
  const { lastCancelAt } = await desk.info(id);
  await finish();
  const answer = await takeOut(rows, desk, { cancelUntil: lastCancelAt });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringMatching(/^Отменить уже нельзя/),
  ]);
  expect(await desk.info(id)).toMatchObject({ paidCount: 3 });
});

test("the window ends for rows as for the whole, though the task has not begun yet", async () => {
  const rows = await itemsOf([2]);
  product.clock.advance(600_000);
  const answer = await takeOut(rows);
  expect(answer.json()).toMatchObject({ message: "Отменить уже нельзя: выплата началась" });
});

test("another company finds no registry, and the journal says who took out which rows", async () => {
  const rows = await itemsOf([3]);
  const stranger = new PayrollDesk(
    product,
    (await aCustomer(product.database.kysely, { seed: 8 })).ownerPhone,
  );
  expect((await takeOut(rows, stranger)).statusCode).toBe(404);
  await takeOut(rows);
  const { rows: lines } = await sql<{ after: object; actor: { name: string } }>`
    SELECT after, actor
    FROM audit_log
    WHERE event = 'registry.rows_taken_out'
    ORDER BY id DESC
    LIMIT 1`.execute(product.database.kysely);
  expect(lines[0]).toMatchObject({
    actor: { name: expect.stringMatching(/\S/) },
    after: { rows: 1, lines: "3" },
  });
});
