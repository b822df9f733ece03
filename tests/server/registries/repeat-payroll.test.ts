import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PayrollRepeatTerms } from "#contract/registries/payroll-repeat.ts";
import { nextPeriod } from "#server/modules/registries/payroll/next-period.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { aCustomer, addUser } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv, type RowCells } from "#tests/support/payroll-desk.ts";
import { aPeopleDesk, DEMO_WORKERS, resultOf } from "#tests/support/people-files.ts";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(1);
});
afterAll(() => payroll.product.close());

/** Different in each test, so that no row looks paid before by another test's. */
let firstSum = 1_000;
beforeEach(() => {
  firstSum += 1_000;
});
const row = (index: number, cells: RowCells = {}): RowCells => ({
  externalId: `В-${firstSum + index}`,
  inn: DEMO_WORKERS[index]?.inn ?? "",
  fullName: DEMO_WORKERS[index]?.fullName ?? "",
  serviceCode: "0101",
  receiptText: "Погрузка товара",
  workStart: "01.09.2026",
  workEnd: "30.09.2026",
  actDate: "01.10.2026",
  amount: String(firstSum + index),
  comment: `Бригада ${index}`,
  ...cells,
});
const OCTOBER = { workStart: "2026-10-01", workEnd: "2026-10-31" };

const termsOf = (id: number, by = payroll.desk) =>
  by.call("GET", `/payroll-registries/${id}/repeat`);
const repeat = (id: number, body: object = OCTOBER, by = payroll.desk) =>
  by.call("POST", `/payroll-registries/${id}/repeat`, body);
async function repeated(id: number, body: object = OCTOBER): Promise<number> {
  const answer = await repeat(id, body);
  expect(answer.statusCode, answer.body).toBe(200);
  await payroll.product.runTasksUntilIdle();
  return answer.json<{ id: number }>().id;
}
async function pay(id: number): Promise<void> {
  const { desk, product } = payroll;
  await desk.execute(id);
  product.clock.advance(600_000);
  await product.runTasksUntilIdle();
}

describe("the period offered for a repeat", () => {
  test.each([
    ["a whole month", "2026-09-01", "2026-09-30", "2026-10-01", "2026-10-31"],
    ["February, to the end of March", "2026-02-01", "2026-02-28", "2026-03-01", "2026-03-31"],
    ["a month before the new year", "2025-12-01", "2025-12-31", "2026-01-01", "2026-01-31"],
    ["a quarter", "2026-04-01", "2026-06-30", "2026-07-01", "2026-09-30"],
    ["a half of a month", "2026-09-16", "2026-09-30", "2026-10-16", "2026-10-31"],
    ["days within a month", "2026-09-07", "2026-09-13", "2026-10-07", "2026-10-13"],
    ["a day that the next month lacks", "2026-01-30", "2026-01-30", "2026-02-28", "2026-02-28"],
    ["a month that is not over", "2026-10-01", "2026-10-31", "2026-11-01", "2026-11-27"],
    ["days of this month", "2026-11-01", "2026-11-15", "2026-11-16", "2026-11-27"],
    ["days of two months", "2026-09-28", "2026-10-11", "2026-10-28", "2026-11-11"],
    ["more days than a month has", "2026-08-20", "2026-09-25", "2026-10-20", "2026-11-25"],
  ])("follows %s", (_, workStart, workEnd, nextStart, nextEnd) => {
    expect(nextPeriod({ workStart, workEnd }, "2026-11-27")).toEqual({
      workStart: nextStart,
      workEnd: nextEnd,
    });
  });

  test("is none while the source's own is not over", () => {
    const period = { workStart: "2026-11-01", workEnd: "2026-11-27" };
    expect(nextPeriod(period, "2026-11-27")).toBeNull();
  });
});

describe("a registry that is repeated", () => {
  test("becomes a new one of its paid rows with new dates, checked as an uploaded one", async () => {
    const { desk } = payroll;
    const source = await desk.upload(
      payrollCsv([row(0), row(1, { amount: "-5" }), row(2), row(3)]),
    );
    const removed = (await desk.items(source)).items[3]?.id;
    await desk.call("DELETE", `/payroll-registry-items/${removed}`);
    // The version that `execute` starts.
    await sql`UPDATE registries SET version = 1 WHERE id = ${source}`.execute(
      payroll.product.database.kysely,
    );
    await pay(source);
    const { number, permissions } = await desk.registry(source);
    expect(permissions).toMatchObject({ repeat: true });
    expect((await termsOf(source)).json<PayrollRepeatTerms>()).toEqual({
      version: 1,
      rowsCount: 2,
      period: { workStart: "2026-09-01", workEnd: "2026-09-30" },
      next: OCTOBER,
    });

    const id = await repeated(source, { ...OCTOBER, actDate: "2026-11-02" });
    const { info, items } = await resultOf({ desk }, id);
    expect(info).toMatchObject({
      state: { id: "READY" },
      title: `Повтор: Реестр выплат № ${number}`,
      rowsCount: 2,
      readyCount: 2,
      warningsCount: 0,
      toPay: 2 * firstSum + 2,
    });
    expect(items.map(({ line, cells }) => [line, cells])).toEqual(
      [0, 2].map((index, place) => [
        place + 1,
        expect.objectContaining({
          ...row(index),
          externalId: "",
          workStart: "01.10.2026",
          workEnd: "31.10.2026",
          actDate: "02.11.2026",
        }),
      ]),
    );
  });

  test("keeps a title of one's own, and takes today for the day of the act unless it is given", async () => {
    const { desk } = payroll;
    const source = await desk.upload(payrollCsv([row(0)]));
    const id = await repeated(source, { ...OCTOBER, title: "Октябрь" });
    expect((await desk.info(id)).title).toBe("Октябрь");
    expect((await desk.items(id)).items[0]?.cells).toMatchObject({ actDate: "" });
  });

  test("says who may no longer be paid by rows with errors, and leaves nobody out", async () => {
    const { desk, product, customer } = payroll;
    const db = product.database.kysely;
    const source = await desk.upload(payrollCsv([5, 6, 7, 8, 9].map((index) => row(index))));
    const innOf = (index: number) => DEMO_WORKERS[index]?.inn ?? "";
    await sql`UPDATE workmen SET smz_state = 'NOTSE' WHERE inn = ${innOf(6)}`.execute(db);
    await sql`UPDATE workmen SET state = 'BLOCKED' WHERE inn = ${innOf(7)}`.execute(db);
    await sql`UPDATE workmen SET inn = NULL WHERE inn = ${innOf(8)}`.execute(db);
    await sql`
      INSERT INTO blacklist_entries (account_id, inn, reason)
      VALUES (${customer.accountId}, ${innOf(9)}, 'FRAUD')`.execute(db);
    const { info, items } = await resultOf({ desk }, await repeated(source));
    expect(items.map(({ errors }) => errors.map(({ cause }) => cause))).toEqual([
      [],
      ["worker_not_self_employed"],
      ["worker_not_active"],
      ["worker_not_found"],
      ["worker_blacklisted"],
    ]);
    expect(info).toMatchObject({ state: { id: "PARTIALLY_READY" }, rowsCount: 5, readyCount: 1 });
  });

  test("is warned of like any other when its days have been repeated already", async () => {
    const { desk } = payroll;
    const source = await desk.upload(payrollCsv([row(0)]));
    const one = await repeated(source);
    const two = await repeated(source);
    const told = `Такая же строка в реестре № ${(await desk.registry(one)).number} от 27.11.2026, она ещё не оплачена`;
    expect((await desk.items(two)).items[0]?.warnings.map(({ message }) => message)).toEqual([
      told,
    ]);
  });

  test.each([
    [
      { workStart: "2026-11-01", workEnd: "2026-11-30" },
      "workEnd",
      "Дата не может быть позже сегодняшней",
    ],
    [{ workStart: "2026-10-31", workEnd: "2026-10-01" }, "workEnd", null],
    [{ workStart: "2026-01-01", workEnd: "2026-10-01" }, "workEnd", null],
    [{ ...OCTOBER, actDate: "2026-10-30" }, "actDate", null],
  ])("is refused by its dates at once: %j", async (dates, field, message) => {
    const source = await payroll.desk.upload(payrollCsv([row(0)]));
    const answer = await repeat(source, dates);
    expect(answer.statusCode).toBe(422);
    const { errors } = answer.json<{ errors: Record<string, string[]> }>();
    expect(Object.keys(errors)).toEqual([field]);
    if (message) expect(errors[field]).toEqual([message]);
  });

  test("is refused when it has changed since it was shown, has no ready rows or was cancelled", async () => {
    const { desk } = payroll;
    const source = await desk.upload(payrollCsv([row(0)]));
    expect((await repeat(source, { ...OCTOBER, version: 7 })).json()).toMatchObject({
      code: "changed",
    });
    const wrong = await desk.upload(payrollCsv([row(0, { amount: "0" })]));
    expect((await repeat(wrong)).statusCode).toBe(409);
    expect((await termsOf(wrong)).statusCode).toBe(409);
    await desk.cancel(source);
    expect((await repeat(source)).json()).toMatchObject({ message: "Реестр отменён" });
  });

  test("is one registry for one press, and nobody's without the right", async () => {
    const { desk, product, customer } = payroll;
    const db = product.database.kysely;
    const source = await desk.upload(payrollCsv([row(0)]));
    const headers = {
      ...(await product.signIn(customer.ownerPhone)),
      "idempotency-key": "repeat-of-october",
    };
    const press = () =>
      product.http.inject({
        method: "POST",
        url: `/open-api/v1/payroll-registries/${source}/repeat`,
        headers,
        payload: OCTOBER,
      });
    expect((await press()).json()).toEqual((await press()).json());

    await addUser(db, customer.accountId, { phone: "79005550001", role: "VIEWER" });
    const viewer = new PayrollDesk(product, "79005550001");
    expect((await repeat(source, OCTOBER, viewer)).statusCode).toBe(403);
    expect((await termsOf(source, viewer)).statusCode).toBe(403);
    const stranger = await aCustomer(db, { seed: 3 });
    const strange = new PayrollDesk(product, stranger.ownerPhone);
    expect((await repeat(source, OCTOBER, strange)).json()).toMatchObject({
      message: (await repeat(99_999_999)).json<{ message: string }>().message,
    });

    await sql`UPDATE accounts SET state = 'DISABLED' WHERE id = ${customer.accountId}`.execute(db);
    const refused = await repeat(source);
    await sql`UPDATE accounts SET state = 'ACTIVE' WHERE id = ${customer.accountId}`.execute(db);
    expect([refused.statusCode, refused.body]).toEqual([
      expect.any(Number),
      expect.stringContaining("загружать реестры нельзя"),
    ]);
  });
});
