import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import type { FindingSummary } from "#contract/registries/registry.ts";
import { UsualSums } from "#server/modules/registries/usual-sums.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import {
  accountingPayroll,
  bankList,
  logisticsSheet,
  pastedSheet,
  rivalsCsv,
  sheetOfTwoTables,
  type DirtyFile,
} from "#tests/support/dirty-files.ts";
import { payrollCsv, type PayrollDesk } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(3);
/** The day of the product's clock. */
const TODAY = "2026-03-10";
/** What a person says of a file that has neither service nor text. */
const SERVICE = { serviceCode: "0301", receiptText: "Доставка заказов" };

let product: TestApp;
let desk: PayrollDesk;
beforeAll(async () => {
  ({ product, desk } = await aPayroll({ workers: WORKERS, funds: 100_000_00n }));
});
afterAll(() => product.close());

async function read({ bytes, fileName }: DirtyFile): Promise<FileReading> {
  const answer = await desk.send("/payroll-registries/read-file", bytes, {}, fileName);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FileReading>();
}

/** Titles of the file by our keys. */
function taken({ choices, columns }: FileReading): Record<string, string> {
  return Object.fromEntries(
    Object.entries(choices.columns).map(([key, at]) => [
      key,
      columns.find(({ position }) => position === at)?.title ?? "",
    ]),
  );
}

async function upload(
  { bytes, fileName }: DirtyFile,
  reading: FileReading,
  constants: Record<string, string> = {},
) {
  const choices: ColumnChoices = {
    ...reading.choices,
    constants: { ...reading.choices.constants, ...constants },
  };
  const answer = await desk.send(
    "/payroll-registries",
    bytes,
    reading.isTemplate ? {} : { choices: JSON.stringify(choices) },
    fileName,
  );
  expect(answer.statusCode, answer.body).toBe(200);
  await product.runTasksUntilIdle();
  return result(answer.json<{ id: number }>().id);
}

async function result(id: number) {
  const { items } = await desk.items(id);
  const info = await desk.info(id);
  const findings = await desk.call("GET", `/payroll-registries/${id}/errors`);
  const said = findings
    .json<{ items: FindingSummary[] }>()
    .items.filter(({ column }) => column === null);
  return {
    amount: info.amount,
    state: info.state.id,
    rows: items.map(({ line, errors, healedColumns }) => ({
      line,
      errors: errors.map(({ column, message }) => `${column}: ${message}`),
      healed: healedColumns,
    })),
    said: said.map(({ message }) => message),
  };
}

test("a payroll of 1С:ЗУП: its head under a page of words, sums to be paid, the month above; total and signatures are left out and said", async () => {
  const file = accountingPayroll(WORKERS, TODAY);
  const reading = await read(file);
  expect(reading.isKnown).toBe(false);
  expect(taken(reading)).toEqual({ inn: "ИНН", fullName: "Сотрудник", amount: "К выплате" });
  expect(reading.choices.constants).toEqual({ workStart: "01.02.2026", workEnd: "28.02.2026" });
  expect(reading.columns.find(({ title }) => title === "К выплате")?.examples).toEqual([
    "10238.25",
    "7500",
    "12000.5",
  ]);
  expect(reading.rows.map(({ line }) => line)).toEqual([7, 8, 9]);
  expect(await upload(file, reading, SERVICE)).toEqual({
    amount: 29_738.75,
    state: "READY",
    rows: [7, 8, 9].map((line) => ({ line, errors: [], healed: [] })),
    said: [
      "Не загружены итоги (строки 10–11): в файле 29\u00A0738,75 в строке 11, по строкам 29\u00A0738,75, сходится",
      "Не загружены строки файла: номера столбцов (строка 5)",
      "Не загружены строки файла: подписи (строки 13–14)",
      "Не загружены строки файла: подзаголовки (строка 6)",
      "Не используются столбцы: «№ п/п», «Начислено», «Удержано»",
    ],
  });
});

test("Excel of a logistics company: a head of two lines, years of two digits, spaces in an ИНН; a total that differs is told", async () => {
  const file = logisticsSheet(WORKERS, TODAY);
  const reading = await read(file);
  expect(taken(reading)).toEqual({
    inn: "ИНН",
    fullName: "ФИО",
    workStart: "Период работ с",
    workEnd: "Период работ по",
    receiptText: "Вид работ",
    amount: "Сумма, руб.",
  });
  expect(await upload(file, reading, { serviceCode: "0301" })).toEqual({
    amount: 29_738.75,
    state: "READY",
    rows: [3, 4, 5].map((line) => ({
      line,
      errors: [],
      healed: ["inn", "workStart", "workEnd", "amount"],
    })),
    said: [
      "Не загружены итоги (строка 6): в файле 30\u00A0000,00, по строкам 29\u00A0738,75, разница 261,25",
      "Столбец «Рейсов» не используется",
    ],
  });
});

test("a list of a bank: its names are known, one date is both the beginning and the end", async () => {
  const file = bankList(WORKERS, TODAY);
  const reading = await read(file);
  expect(taken(reading)).toEqual({
    inn: "ИНН получателя",
    fullName: "ФИО получателя",
    receiptText: "Назначение платежа",
    amount: "Сумма платежа",
    workStart: "Дата",
    workEnd: "Дата",
  });
  expect(await upload(file, reading, { serviceCode: "0301" })).toMatchObject({
    amount: 29_738.75,
    state: "READY",
    said: ["Не используются столбцы: «№», «Счёт получателя»"],
  });
});

test("CSV of a rival's template in windows-1251: names by their words, «руб.» read; the next one is asked nothing", async () => {
  const file = rivalsCsv(WORKERS, TODAY);
  const reading = await read(file);
  expect(taken(reading)).toEqual({
    inn: "ИНН самозанятого",
    fullName: "Самозанятый",
    receiptText: "Название услуги",
    workStart: "Дата начала оказания",
    workEnd: "Дата завершения оказания",
    amount: "Стоимость услуг",
  });
  expect(reading.reasons).toMatchObject({ inn: "title", amount: "similar" });
  expect(await upload(file, reading, { serviceCode: "0301" })).toMatchObject({
    amount: 29_738.75,
    state: "READY",
  });
  const next = await read(rivalsCsv(WORKERS.slice(0, 1), TODAY));
  expect(next).toMatchObject({
    isTemplate: false,
    isKnown: true,
    reasons: { amount: "remembered" },
    choices: { columns: reading.choices.columns, constants: { serviceCode: "0301" } },
  });
});

test("a sheet with two tables: nobody of the second is paid, and its rows are named", async () => {
  const file = sheetOfTwoTables(WORKERS, TODAY);
  const reading = await read(file);
  expect(reading.rows.map(({ line }) => line)).toEqual([2, 3]);
  expect(await upload(file, reading)).toMatchObject({
    amount: 17_738.25,
    state: "READY",
    rows: [{ line: 2 }, { line: 3 }],
    said: [
      "Не загружены строки файла: подзаголовки (строка 5)",
      "Не загружены строки файла: другая таблица (строки 6–7)",
    ],
  });
});

test("rows pasted from Google Sheets: their own head is chosen from, the total is left out", async () => {
  const text = pastedSheet(WORKERS, TODAY);
  const answer = await desk.send("/payroll-registries/read-file", text, { isPasted: "true" });
  const reading = answer.json<FileReading>();
  expect(taken(reading)).toEqual({
    inn: "ИНН",
    fullName: "Исполнитель",
    receiptText: "Услуга",
    workStart: "Дата",
    workEnd: "Дата",
    amount: "Сумма",
  });
  const choices = { ...reading.choices, constants: { serviceCode: "0301" } };
  const created = await desk.paste("/payroll-registries/paste", text, {
    choices: JSON.stringify(choices),
  });
  expect(created.statusCode, created.body).toBe(200);
  await product.runTasksUntilIdle();
  expect(await result(created.json<{ id: number }>().id)).toMatchObject({
    amount: 29_738.75,
    state: "READY",
    rows: [{ errors: [] }, { errors: [] }, { errors: [] }],
  });
});

test("every gap is told at once, and a place that is none is refused", async () => {
  const { bytes, fileName } = rivalsCsv(WORKERS, TODAY);
  const send = (choices: string) => desk.send("/payroll-registries", bytes, { choices }, fileName);
  const none = { headLine: 1, head: [], columns: { inn: 2 }, constants: {} };
  expect((await send(JSON.stringify(none))).json()).toMatchObject({
    errors: {
      choices: [
        "Не найдены обязательные столбцы: «Код услуги», «Текст для чека», «Дата начала работ», «Дата окончания работ», «Сумма, ₽»",
      ],
    },
  });
  expect((await send("{")).statusCode).toBe(422);
  expect((await send(JSON.stringify({ ...none, columns: { inn: "два" } }))).statusCode).toBe(422);
});

test("a sum twenty times the usual of the registry is warned of and not refused", async () => {
  const sums = ["10 000", "12 000", "11 000", "9 000", "1 500 000"];
  const rows = sums.map((amount, index) => ({
    inn: WORKERS[index % 3]?.inn ?? "",
    fullName: WORKERS[index % 3]?.fullName ?? "",
    serviceCode: "0301",
    receiptText: `Доставка заказов, рейс ${index}`,
    workStart: "01.03.2026",
    workEnd: "05.03.2026",
    amount,
  }));
  const { items } = await desk.items(await desk.upload(payrollCsv(rows)));
  expect(items.map(({ warnings }) => warnings.map(({ message }) => message))).toEqual([
    [],
    [],
    [],
    [],
    ["В 136\u00A0раз больше обычного для этого реестра"],
  ]);
});

test("what the company paid this worker lately says more than the others of the registry, from five times on", () => {
  const usual = new UsualSums(7_000_00n);
  usual.learn([["director", 1_000_000_00n]]);
  expect(usual.finding("director", 1_500_000_00n)).toBeNull();
  expect(usual.finding("courier", 139_999_99n)).toBeNull();
  expect(usual.finding("courier", 1_500_000_00n)?.message).toBe(
    "В 214\u00A0раз больше обычного для этого реестра",
  );
  usual.learn([["courier", 1_000_00n]]);
  expect(usual.finding("courier", 5_000_00n)?.message).toBe(
    "В 5\u00A0раз больше обычного для этого исполнителя",
  );
  expect(usual.finding("courier", 4_999_99n)).toBeNull();
  usual.learn([["courier", 100_00n]]);
  expect(usual.finding("courier", 999_99n)).toBeNull();
});
