import { afterAll, beforeAll, expect, test } from "vitest";
import { aPayroll, type Payroll } from "#tests/support/a-payroll.ts";
import { addUser } from "#tests/support/payroll-cast.ts";
import { payrollCsv, PayrollDesk } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(3);
const COLLEAGUE = "79000000777";
const [SELF, OTHER] = WORKERS;

let payroll: Payroll;
let colleague: PayrollDesk;
beforeAll(async () => {
  payroll = await aPayroll({ workers: WORKERS, funds: 100_000_00n });
  const { product, customer } = payroll;
  await addUser(product.database.kysely, customer.accountId, {
    phone: COLLEAGUE,
    role: "ADMIN",
    name: "Ольга Белова",
  });
  colleague = new PayrollDesk(product, COLLEAGUE);
});
afterAll(() => payroll.product.close());

let serial = 0;
const row = (cells: Record<string, string> = {}) => ({
  inn: SELF?.inn ?? "",
  fullName: SELF?.fullName ?? "",
  serviceCode: "0301",
  receiptText: `Доставка заказов, рейс ${(serial += 1)}`,
  workStart: "01.03.2026",
  workEnd: "05.03.2026",
  amount: String(1000 + serial),
  ...cells,
});

const edit = (desk: PayrollDesk, id: number, cells: object, before?: object) =>
  desk.call("PUT", `/payroll-registry-items/${id}`, { cells, ...(before ? { before } : {}) });

test("the second of two people in one cell is told who wrote what, and chooses", async () => {
  const { desk } = payroll;
  const id = await desk.upload(payrollCsv([row({ amount: "1000" }), row({ amount: "1000" })]));
  const [first, second] = (await desk.items(id)).items;
  const item = first?.id ?? 0;
  expect((await edit(colleague, item, { amount: "7777" }, { amount: "1000" })).statusCode).toBe(
    200,
  );

  const late = await edit(desk, item, { amount: "2000" }, { amount: "1000" });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({
    message: "Пока вы правили, Ольга Белова изменил ячейку на «7777»",
    column: "amount",
    text: "7777",
    by: "Ольга Белова",
  });
  expect((await desk.items(id)).items[0]?.cells["amount"]).toBe("7777");

  // Another cell and another row are nobody's.
  expect((await edit(desk, item, { comment: "а" }, { comment: "" })).statusCode).toBe(200);
  expect((await edit(desk, second?.id ?? 0, { amount: "3" }, { amount: "1000" })).statusCode).toBe(
    200,
  );
  // «Оставить моё» replaces what was seen; the same text twice is no dispute.
  expect((await edit(desk, item, { amount: "2000" }, { amount: "7777" })).statusCode).toBe(200);
  expect((await edit(colleague, item, { amount: "2000" }, { amount: "7777" })).statusCode).toBe(
    200,
  );
  // A program that does not say what it saw overwrites, as before.
  expect((await edit(desk, item, { amount: "2500" })).statusCode).toBe(200);
});

test("a row without a name is paid by its ИНН alone: it says so, and so does the dry run", async () => {
  const { desk } = payroll;
  const id = await desk.upload(
    payrollCsv([row(), row({ fullName: "" }), row({ fullName: "", amount: "0" })]),
  );
  const { items } = await desk.items(id);
  expect(items.map(({ warnings }) => warnings.map(({ message }) => message))).toEqual([
    [],
    [`ФИО не указано, поэтому не проверено, чей это ИНН. В профиле: ${SELF?.fullName}`],
    [`ФИО не указано, поэтому не проверено, чей это ИНН. В профиле: ${SELF?.fullName}`],
  ]);
  const dryRun = (await desk.dryRun(id)).json<{ notes: string[]; canExecute: boolean }>();
  expect(dryRun.notes).toEqual(["Без ФИО, чей это ИНН, не проверено: 1\u00A0строка"]);
  expect(dryRun.canExecute).toBe(true);

  await edit(desk, items[0]?.id ?? 0, { fullName: "" });
  expect((await desk.dryRun(id)).json<{ notes: string[] }>().notes).toEqual([
    "Без ФИО, чей это ИНН, не проверено: 2\u00A0строки",
  ]);
});

test("a receipt's text that names another person is a finding, its own worker is not", async () => {
  const { desk } = payroll;
  const texts = [
    `Доставка ${SELF?.inn} ${SELF?.fullName}`,
    `Доставка ${OTHER?.inn}`,
    "Уборка Агафонова Вера Михайловна",
    "Счёт 123456789012, Сбербанк Бизнес Онлайн",
    "Доставка на улицу Маршала Жукова",
  ];
  const id = await desk.upload(payrollCsv(texts.map((receiptText) => row({ receiptText }))));
  const { items } = await desk.items(id);
  expect(
    items.map(({ errors, warnings }) => [errors.length, ...warnings.map((one) => one.cause)]),
  ).toEqual([[0], [0, "receipt_text_inn"], [0, "receipt_text_name"], [0], [0]]);
});
