import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PayrollDryRun } from "#contract/registries/payroll-registry.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aCustomer, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers, type PayrollWorker } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(10);
const worker = (index: number) => WORKERS[index] as PayrollWorker;
const LIMIT = "Сумма, ₽: Превышен годовой лимит дохода: доступно";

let product: TestApp;
let [one, other]: Customer[] = [];
beforeAll(async () => {
  const payroll = await aPayroll({ workers: WORKERS, seed: 910, funds: 9_000_000_00n });
  product = payroll.product;
  one = payroll.customer;
  other = await aCustomer(product.database.kysely, { seed: 911, funds: 9_000_000_00n });
});
afterAll(() => product.close());

const deskOf = (customer: Customer | undefined) =>
  new PayrollDesk(product, customer?.ownerPhone ?? "");
let files = 0;
const upload = (desk: PayrollDesk, inn: string, amount: string) =>
  desk.upload(
    payrollCsv([
      {
        inn,
        fullName: WORKERS.find((one) => one.inn === inn)?.fullName ?? "",
        serviceCode: "0301",
        receiptText: `Доставка, рейс ${(files += 1)}`,
        workStart: "01.03.2026",
        workEnd: "05.03.2026",
        amount,
      },
    ]),
  );
const findings = async (desk: PayrollDesk, id: number) =>
  (await desk.items(id)).items.flatMap(({ errors }) =>
    errors.map(({ columnTitle, message }) => `${columnTitle}: ${message}`),
  );
/** A finished job of the other customer, waiting for its act. */
async function useUpLimit({ inn }: PayrollWorker, kopecks: bigint): Promise<void> {
  await sql`
    INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks,
      commission_kopecks, vat_kopecks, kind, due_at, created_at)
    SELECT ${other?.accountId}, 'ACT_PENDING', 1, 1, id, ${kopecks}, 0, 0, 'CARD', now(), now()
    FROM workmen
    WHERE inn = ${inn}`.execute(product.database.kysely);
}
/** Requests the code and confirms. */
async function confirm(
  desk: PayrollDesk,
  id: number,
  phone: string,
  mode: "VALID_ONLY" | "ALL" = "VALID_ONLY",
) {
  const terms = { version: 1, mode };
  const sent = await desk.call("POST", `/payroll-registries/${id}/send-execute-code`, terms);
  expect(sent.statusCode).toBe(200);
  return desk.start(id, { ...terms, otp: await codeOn(product, phone) });
}

test("what another customer has scheduled counts towards the year limit when a row is checked", async () => {
  const [first, second] = [deskOf(one), deskOf(other)];
  await first.execute(await upload(first, worker(0).inn, "2000000"));
  expect(await findings(second, await upload(second, worker(0).inn, "500000"))).toEqual([
    `${LIMIT} 400\u00A0000,00 ₽`,
  ]);
  // Counted once at every stage.
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  expect(await findings(second, await upload(second, worker(0).inn, "500000"))).toEqual([
    `${LIMIT} 400\u00A0000,00 ₽`,
  ]);
});

test("and again when a payment is confirmed that was checked before it", async () => {
  const [first, second] = [deskOf(one), deskOf(other)];
  const [mine, theirs] = [
    await upload(first, worker(1).inn, "2000000"),
    await upload(second, worker(1).inn, "500000"),
  ];
  expect([await findings(first, mine), await findings(second, theirs)]).toEqual([[], []]);
  await first.execute(mine);
  const refused = await confirm(second, theirs, other?.ownerPhone ?? "");
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringContaining("Превышен годовой лимит (строк: 1)"),
  ]);
  expect((await second.registry(theirs)).state.id).toBe("READY");
});

test("an act that waits to be signed counts as well", async () => {
  const desk = deskOf(one);
  await useUpLimit(worker(2), 230_000_000n);
  expect(await findings(desk, await upload(desk, worker(2).inn, "200000"))).toEqual([
    `${LIMIT} 100\u00A0000,00 ₽`,
  ]);
});

test("an entry of the black list that has a phone only is seen at the check and at the confirmation", async () => {
  const desk = deskOf(one);
  const checkedBefore = await upload(desk, worker(3).inn, "1000");
  await sql`
    INSERT INTO blacklist_entries (account_id, phone, reason)
    VALUES (${one?.accountId}, ${`79${worker(3).inn.slice(2, 11)}`}, 'FRAUD')`.execute(
    product.database.kysely,
  );
  const refused = await confirm(desk, checkedBefore, one?.ownerPhone ?? "");
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    409,
    expect.stringContaining("чёрн"),
  ]);
  expect(await findings(desk, await upload(desk, worker(3).inn, "1000"))).toEqual([
    "ИНН исполнителя: Исполнитель в чёрном списке",
  ]);
});

const rowsOf = (...workers: readonly [PayrollWorker, string][]) =>
  payrollCsv(
    workers.map(([{ inn, fullName }, amount]) => ({
      inn,
      fullName,
      serviceCode: "0301",
      receiptText: `Доставка, рейс ${(files += 1)}`,
      workStart: "01.03.2026",
      workEnd: "05.03.2026",
      amount,
    })),
  );
const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

test("a limit used up while a payment was scheduled leaves its rows unpaid with the reason, and the others paid", async () => {
  const desk = deskOf(one);
  const { kysely } = product.database;
  const id = await desk.upload(
    rowsOf([worker(4), "1000"], [worker(5), "2000"], [worker(4), "300"], [worker(6), "500"]),
  );
  const before = await balanceOfAccount(kysely, one?.accountId ?? 0);
  await desk.execute(id);
  await useUpLimit(worker(4), 239_950_000n);
  // Earned elsewhere: known to the tax service alone, asked again at the start.
  await sql`
    UPDATE sandbox.taxpayers
    SET other_income_kopecks = 240_000_000
    WHERE inn = ${worker(6).inn}`.execute(kysely);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  expect(await desk.registry(id)).toMatchObject({ state: { id: "PARTIALLY_EXECUTED" } });
  expect(await desk.info(id)).toMatchObject({ paidCount: 2, errorsCount: 2, readyCount: 2 });
  expect(
    (await desk.items(id)).items.map(({ state, errors }) => [
      state.id,
      ...errors.map(({ message }) => message.replaceAll("\u00A0", " ")),
    ]),
  ).toEqual([
    ["VALIDATION_FAILED", "Превышен годовой лимит дохода: доступно 500,00 ₽"],
    ["PAID"],
    ["PAID"],
    ["VALIDATION_FAILED", "Превышен годовой лимит дохода: доступно 0,00 ₽"],
  ]);
  expect(await desk.findings(id)).toMatchObject([
    { cause: "year_limit", severity: "error", count: 2 },
  ]);
  // 2 300 ₽ with 3 % commission; nothing stays frozen.
  expect(await balanceOfAccount(kysely, one?.accountId ?? 0)).toEqual({
    available: before.available - 236_900n,
    reserved: 0n,
  });
  expect(await auditLedger(kysely)).toEqual(CLEAN);
});

test("a registry to be paid as a whole goes back to its author instead", async () => {
  const desk = deskOf(one);
  const { kysely } = product.database;
  const id = await desk.upload(
    rowsOf([worker(7), "1000"], [worker(5), "2000"], [worker(7), "100"]),
  );
  const before = await balanceOfAccount(kysely, one?.accountId ?? 0);
  expect((await confirm(desk, id, one?.ownerPhone ?? "", "ALL")).statusCode).toBe(200);
  await useUpLimit(worker(7), 239_980_000n);
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  expect(await desk.registry(id)).toMatchObject({ state: { id: "PARTIALLY_READY" } });
  expect(await desk.info(id)).toMatchObject({ readyCount: 2, errorsCount: 1 });
  expect(await balanceOfAccount(kysely, one?.accountId ?? 0)).toEqual(before);
  expect(await auditLedger(kysely)).toEqual(CLEAN);
});

test("a dry run promises nothing before the tax service has answered about everybody", async () => {
  const desk = deskOf(one);
  const { kysely } = product.database;
  const id = await desk.upload(rowsOf([worker(5), "100"], [worker(8), "200"], [worker(9), "300"]));
  await sql`
    UPDATE sandbox.taxpayers SET bound = false WHERE inn = ${worker(8).inn}`.execute(kysely);
  await sql`
    UPDATE sandbox.taxpayers SET registered = false WHERE inn = ${worker(9).inn}`.execute(kysely);
  product.clock.advance(3_700_000);
  const path = `/payroll-registries/${id}/dry-run`;
  const first = (await desk.call("POST", path, {})).json<PayrollDryRun>();
  expect(first).toMatchObject({
    canExecute: false,
    obstacles: [],
    taxCheck: { total: 3, done: 0, isWaiting: true },
  });
  await product.runTasksUntilIdle();
  expect((await desk.call("POST", path, {})).json()).toMatchObject({
    canExecute: false,
    problems: [
      { cause: "worker_no_tax_access", count: 1 },
      { cause: "worker_not_self_employed", count: 1 },
    ],
    taxCheck: { total: 3, done: 3, isWaiting: false },
  });
  await sql`
    UPDATE sandbox.taxpayers SET bound = true, registered = true
    WHERE inn IN (${worker(8).inn}, ${worker(9).inn})`.execute(kysely);
  // Valid for an hour, then asked again; a silent service blocks nobody.
  product.clock.advance(3_700_000);
  expect((await desk.call("POST", path, {})).json()).toMatchObject({
    taxCheck: { done: 0, isWaiting: true },
  });
  product.clock.advance(150_000);
  expect((await desk.call("POST", path, {})).json()).toMatchObject({
    taxCheck: { done: 0, isWaiting: false },
    notes: [expect.stringContaining("Налоговая служба пока не ответила об исполнителях: 3")],
  });
  await product.runTasksUntilIdle();
  expect((await desk.call("POST", path, {})).json()).toMatchObject({
    canExecute: true,
    taxCheck: { done: 3 },
  });
});
