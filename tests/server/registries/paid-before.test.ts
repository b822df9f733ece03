import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayrollRepeats } from "#contract/registries/paid-before.ts";
import type { PayrollDryRun } from "#contract/registries/payroll-registry.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aCustomer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv, type RowCells } from "#tests/support/payroll-desk.ts";
import {
  aPeopleDesk,
  DEMO_WORKERS,
  peopleFile,
  resultOf,
  uploadAsShown,
} from "#tests/support/people-files.ts";

const DAY_MS = 86_400_000;

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(1);
});
afterAll(() => payroll.product.close());

/** Of sums nobody else here has, so that tests meet only their own rows. */
let sums = 500;
const aSum = () => String((sums += 1));
const row = (amount: string, cells: RowCells = {}): RowCells => ({
  inn: DEMO_WORKERS[0]?.inn ?? "",
  fullName:
    DEMO_WORKERS.find(({ inn }) => inn === (cells.inn ?? DEMO_WORKERS[0]?.inn))?.fullName ?? "",
  serviceCode: "0101",
  receiptText: "Погрузка товара",
  workStart: "01.11.2026",
  workEnd: "15.11.2026",
  amount,
  ...cells,
});

const dryRunOf = async (id: number, by = payroll.desk) =>
  (await by.dryRun(id)).json<PayrollDryRun>();
const repeatsOf = async (id: number) => (await dryRunOf(id)).repeats;
const warningsOf = async (id: number, by = payroll.desk) =>
  (await by.items(id)).items.map(({ warnings }) => warnings.map(({ message }) => message));
const numberOf = async (id: number) => (await payroll.desk.registry(id)).number;

async function start(id: number, confirmedRepeats?: PayrollRepeats) {
  const { desk, product, customer } = payroll;
  const terms = { version: (await desk.registry(id)).version, mode: "VALID_ONLY" };
  await desk.call("POST", `/payroll-registries/${id}/send-execute-code`, terms);
  const otp = await codeOn(product, customer.ownerPhone);
  const answer = await desk.call("POST", `/payroll-registries/${id}/execute`, {
    ...terms,
    otp,
    confirmedRepeats,
  });
  // A code a minute.
  product.clock.advance(61_000);
  return answer;
}

async function pay(id: number): Promise<void> {
  const { product } = payroll;
  expect((await start(id)).statusCode).toBe(200);
  product.clock.advance(600_000);
  await product.runTasksUntilIdle();
  expect((await payroll.desk.registry(id)).state.id).toBe("EXECUTED");
}

describe("a file saved again with one comment changed", () => {
  test("is warned of in each row, counted before the start, and paid only if that is confirmed", async () => {
    const { desk } = payroll;
    const first = await uploadAsShown(payroll, "03-first.xlsx");
    await pay(first.id);
    const number = await numberOf(first.id);
    const again = await desk.send("/payroll-registries", await peopleFile("03-first.xlsx"));
    expect(again.statusCode).toBe(409);

    const second = await uploadAsShown(payroll, "03-second.xlsx");
    const message = `Похоже на выплату № ${number} от 27.11.2026`;
    expect(second.info).toMatchObject({ state: { id: "READY" }, warningsCount: 3 });
    expect(second.items.map(({ warnings }) => warnings)).toEqual(
      Array.from({ length: 3 }, () => [expect.objectContaining({ cause: "paid_before", message })]),
    );
    expect(second.findings).toEqual([
      expect.objectContaining({ cause: "paid_before", severity: "warning", count: 3 }),
    ]);
    expect(await dryRunOf(second.id)).toMatchObject({
      canExecute: true,
      repeats: { rows: 3, sum: 8_130 },
    });

    const refused = await start(second.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      message: expect.stringMatching(/3\sстроки на 8\s130,00\s₽/),
      repeats: { rows: 3, sum: 8_130 },
    });
    for (const seen of [
      { rows: 2, sum: 8_130 },
      { rows: 3, sum: 8_129.99 },
    ])
      expect((await start(second.id, seen)).statusCode).toBe(409);
    expect((await start(second.id, { rows: 3, sum: 8_130 })).statusCode).toBe(200);
  });

  test("is mended by one press", async () => {
    const { desk } = payroll;
    const [repeated, fresh] = [aSum(), aSum()];
    await desk.upload(payrollCsv([row(repeated)]));
    const id = await desk.upload(payrollCsv([row(repeated), row(fresh)]));
    const removed = await desk.call("POST", `/payroll-registries/${id}/repair`, {
      version: 1,
      cause: "paid_before",
      column: "inn",
      remove: true,
    });
    expect(removed.json()).toMatchObject({ changedCount: 1 });
    expect(await repeatsOf(id)).toEqual({ rows: 0, sum: 0 });
    expect((await resultOf({ desk }, id)).findings).toEqual([]);
  });
});

test("the same rows in three registries not paid yet are warned of in the later two, and counted in all", async () => {
  const { desk } = payroll;
  const amounts = [aSum(), aSum()];
  const upload = (comment: string) =>
    desk.upload(payrollCsv(amounts.map((amount) => row(amount, { comment }))));
  const one = await upload("первый");
  const two = await upload("второй");
  const three = await upload("третий");
  const told = async (id: number) =>
    `Такая же строка в реестре № ${await numberOf(id)} от 27.11.2026, она ещё не оплачена`;
  expect(await warningsOf(one)).toEqual([[], []]);
  expect(await warningsOf(two)).toEqual([[await told(one)], [await told(one)]]);
  expect((await warningsOf(three)).flat()).toHaveLength(2);
  const sum = amounts.reduce((total, amount) => total + Number(amount), 0);
  for (const id of [one, two, three]) expect(await repeatsOf(id)).toEqual({ rows: 2, sum });

  // The count is of now: what was cancelled since is none.
  await desk.cancel(two);
  await desk.cancel(three);
  expect(await repeatsOf(one)).toEqual({ rows: 0, sum: 0 });
  const four = await upload("четвёртый");
  await desk.cancel(one);
  expect(await repeatsOf(four)).toEqual({ rows: 0, sum: 0 });
  const five = await upload("пятый");
  await desk.cancel(four);
  expect(await warningsOf(await upload("шестой"))).toEqual([
    [await told(five)],
    [await told(five)],
  ]);
});

test("another sum, service, period, person or company is no repeat", async () => {
  const { desk, product } = payroll;
  const amount = aSum();
  await desk.upload(payrollCsv([row(amount)]));
  const others = await desk.upload(
    payrollCsv([
      row(`${amount},01`),
      row(amount, { serviceCode: "0301" }),
      row(amount, { workStart: "02.11.2026" }),
      row(amount, { workEnd: "14.11.2026" }),
      row(amount, { inn: DEMO_WORKERS[1]?.inn ?? "" }),
    ]),
  );
  expect((await warningsOf(others)).flat()).toEqual([]);
  expect(await repeatsOf(others)).toEqual({ rows: 0, sum: 0 });

  const stranger = await aCustomer(product.database.kysely, { seed: 2, funds: 1_000_000n });
  const strange = new PayrollDesk(product, stranger.ownerPhone);
  const id = await strange.upload(payrollCsv([row(amount)]));
  expect((await warningsOf(id, strange)).flat()).toEqual([]);
  expect((await dryRunOf(id, strange)).repeats).toEqual({ rows: 0, sum: 0 });
});

test("rows of one registry are repeats of one another by the standing rule only", async () => {
  const amount = aSum();
  const id = await payroll.desk.upload(payrollCsv([row(amount), row(amount)]));
  expect(await warningsOf(id)).toEqual([[], ["Возможный повтор строки 2"]]);
  expect(await repeatsOf(id)).toEqual({ rows: 0, sum: 0 });
});

test("a row edited into a repeat is warned of, and edited out of it is not", async () => {
  const { desk } = payroll;
  const [amount, other] = [aSum(), aSum()];
  await desk.upload(payrollCsv([row(amount)]));
  const id = await desk.upload(payrollCsv([row(other)]));
  const edit = async (to: string) => {
    const item = (await desk.items(id)).items[0];
    await desk.call("PUT", `/payroll-registry-items/${item?.id}`, { cells: { amount: to } });
    return (await warningsOf(id)).flat();
  };
  expect(await edit(amount)).toEqual([expect.stringContaining("Такая же строка в реестре")]);
  expect(await edit(other)).toEqual([]);
});

test("a payment is a repeat for 45 days", async () => {
  const { desk, product } = payroll;
  const amounts = [aSum(), aSum()];
  const id = await desk.upload(payrollCsv(amounts.map((amount) => row(amount))));
  await pay(id);
  const paidAt = product.clock.now().getTime();
  product.clock.set(new Date(paidAt + 45 * DAY_MS));
  const within = await desk.upload(payrollCsv([row(amounts[0] ?? "")]));
  expect(await warningsOf(within)).toEqual([
    [`Похоже на выплату № ${await numberOf(id)} от 27.11.2026`],
  ]);
  product.clock.set(new Date(paidAt + 46 * DAY_MS));
  const after = await desk.upload(payrollCsv([row(amounts[1] ?? "")]));
  expect(await warningsOf(after)).toEqual([[]]);
  expect(await repeatsOf(after)).toEqual({ rows: 0, sum: 0 });
  product.clock.set(new Date(paidAt));
});

test("a payment that has failed may be retried and counts, one given up does not", async () => {
  const { desk, product, customer } = payroll;
  const amount = aSum();
  const first = await desk.upload(payrollCsv([row(amount)]));
  await pay(first);
  const put = (state: string) =>
    sql`
      UPDATE payouts
      SET state = ${state}, paid_at = NULL
      WHERE account_id = ${customer.accountId} AND registry_id = ${first}`.execute(
      product.database.kysely,
    );
  await put("FAILED");
  const second = await desk.upload(payrollCsv([row(amount, { comment: "второй" })]));
  expect(await warningsOf(second)).toEqual([
    [`Такая же строка в реестре № ${await numberOf(first)} от 27.11.2026, она ещё не оплачена`],
  ]);
  await put("CANCELED");
  expect(await repeatsOf(second)).toEqual({ rows: 0, sum: 0 });
});

test("a payment for a job with the same service, days and sum is a repeat", async () => {
  const { desk, product, customer } = payroll;
  const amount = aSum();
  const { rows: jobs } = await sql<{ id: bigint }>`
    WITH job AS (
      INSERT INTO jobs (account_id, kind, state, title, service_id, budget_kopecks, workman_id,
        created_at, published_at, finished_at, pay_type, start_at, finish_at, visibility, is_act_required)
      SELECT ${customer.accountId}, 'OFFER', 'FINISHED', 'Разгрузка фуры', 101,
        ${Number(amount) * 100}, id, ${product.clock.now()}, ${product.clock.now()},
        ${product.clock.now()}, 'FIXED', '2026-11-01T00:00:00+03:00',
        '2026-11-15T23:59:59+03:00', 'ALL', false
      FROM workmen WHERE inn = ${DEMO_WORKERS[0]?.inn}
      RETURNING id, workman_id
    )
    INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
      commission_kopecks, vat_kopecks, kind, due_at, created_at, paid_at)
    SELECT ${customer.accountId}, 'PAID', 0, id, workman_id, ${Number(amount) * 100}, 0, 0, 'CARD',
      ${product.clock.now()}, ${product.clock.now()}, ${product.clock.now()}
    FROM job
    RETURNING job_id AS id`.execute(product.database.kysely);
  const id = await desk.upload(payrollCsv([row(amount), row(amount, { workEnd: "14.11.2026" })]));
  const ident = `З-${String(jobs[0]?.id).padStart(6, "0")}`;
  expect(await warningsOf(id)).toEqual([
    [`Похоже на выплату по заданию ${ident} от 27.11.2026`],
    [],
  ]);
  expect(await repeatsOf(id)).toEqual({ rows: 1, sum: Number(amount) });
});
