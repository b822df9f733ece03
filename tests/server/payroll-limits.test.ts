import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aCustomer, addWorkmen, seedServices, type Customer } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers, type PayrollWorker } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(6);
const worker = (index: number) => WORKERS[index] as PayrollWorker;
const LIMIT = "Сумма, ₽: Превышен годовой лимит дохода: доступно";

let product: TestApp;
let [one, other]: Customer[] = [];
beforeAll(async () => {
  product = await buildTestApp();
  product.clock.set(new Date("2026-03-10T09:00:00Z"));
  await seedServices(product.database.kysely);
  await addWorkmen(product.database.kysely, WORKERS);
  [one, other] = [await aCustomer(product.database.kysely, { seed: 910, funds: 9_000_000_00n }), await aCustomer(product.database.kysely, { seed: 911, funds: 9_000_000_00n })];
});
afterAll(() => product.close());

const deskOf = (customer: Customer | undefined) => new PayrollDesk(product, customer?.ownerPhone ?? "");
let files = 0;
const upload = (desk: PayrollDesk, inn: string, amount: string) =>
  desk.upload(payrollCsv([{ inn, serviceCode: "0301", receiptText: `Доставка, рейс ${(files += 1)}`, workStart: "01.03.2026", workEnd: "05.03.2026", amount }]));
const remarks = async (desk: PayrollDesk, id: number) => (await desk.items(id)).items.flatMap(({ errors }) => errors.map(({ columnTitle, message }) => `${columnTitle}: ${message}`));
/** Asks for the code and confirms; the last answer. */
async function confirm(desk: PayrollDesk, id: number, phone: string) {
  const terms = { version: 1, mode: "VALID_ONLY" };
  const sent = await desk.call("POST", `/payroll-registries/${id}/send-execute-code`, terms);
  expect(sent.statusCode).toBe(200);
  return desk.call("POST", `/payroll-registries/${id}/execute`, { ...terms, otp: await codeOn(product, phone) });
}

test("what another customer has scheduled counts towards the year limit when a row is checked", async () => {
  const [first, second] = [deskOf(one), deskOf(other)];
  await first.execute(await upload(first, worker(0).inn, "2000000"));
  expect(await remarks(second, await upload(second, worker(0).inn, "500000"))).toEqual([`${LIMIT} 400\u00A0000,00 ₽`]);
  // It goes on counting once, whatever stage it is at.
  product.clock.advance(5 * 60_000);
  await product.runTasksUntilIdle();
  expect(await remarks(second, await upload(second, worker(0).inn, "500000"))).toEqual([`${LIMIT} 400\u00A0000,00 ₽`]);
});

test("and again when a payment is confirmed that was checked before it", async () => {
  const [first, second] = [deskOf(one), deskOf(other)];
  const [mine, theirs] = [await upload(first, worker(1).inn, "2000000"), await upload(second, worker(1).inn, "500000")];
  expect([await remarks(first, mine), await remarks(second, theirs)]).toEqual([[], []]);
  await first.execute(mine);
  const refused = await confirm(second, theirs, other?.ownerPhone ?? "");
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([409, expect.stringContaining("Превышен годовой лимит (строк: 1)")]);
  expect((await second.registry(theirs)).state.id).toBe("READY");
});

test("an act that waits to be signed counts as well", async () => {
  const desk = deskOf(one);
  const { rows } = await sql<{ id: number }>`SELECT id FROM workmen WHERE inn = ${worker(2).inn}`.execute(product.database.kysely);
  await sql`
    INSERT INTO payouts (account_id, state, hold_id, job_id, workman_id, amount_kopecks, commission_kopecks, vat_kopecks, kind, due_at, created_at)
    VALUES (${other?.accountId}, 'ACT_PENDING', 1, 1, ${rows[0]?.id}, 230000000, 0, 0, 'CARD', now(), now())`.execute(product.database.kysely);
  expect(await remarks(desk, await upload(desk, worker(2).inn, "200000"))).toEqual([`${LIMIT} 100\u00A0000,00 ₽`]);
});

test("an entry of the black list that has a phone only is seen at the check and at the confirmation", async () => {
  const desk = deskOf(one);
  const checkedBefore = await upload(desk, worker(3).inn, "1000");
  await sql`INSERT INTO blacklist_entries (account_id, phone, reason) VALUES (${one?.accountId}, ${`79${worker(3).inn.slice(2, 11)}`}, 'FRAUD')`.execute(product.database.kysely);
  const refused = await confirm(desk, checkedBefore, one?.ownerPhone ?? "");
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([409, expect.stringContaining("чёрн")]);
  expect(await remarks(desk, await upload(desk, worker(3).inn, "1000"))).toEqual(["ИНН исполнителя: Исполнитель в чёрном списке"]);
});
