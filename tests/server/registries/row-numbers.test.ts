import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileReading } from "#contract/registries/file-reading.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { aPayroll } from "#tests/support/a-payroll.ts";
import type { TestApp } from "#tests/support/build-app.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";

const WORKERS = makePayrollWorkers(4);
const AMOUNT_AT = PAYROLL_COLUMNS.findIndex(({ key }) => key === "amount");

let product: TestApp;
let desk: PayrollDesk;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "row-numbers-"));
  ({ product, desk } = await aPayroll({ workers: WORKERS, funds: 1_000_000_00n }));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const [first, second, third, fourth] = WORKERS.map(({ inn }) => inn);
const SUMS = ["6171,00 ₽", "10238.25", "-5", "1 500"];
/** A page above the head, empty lines and totals between rows. */
const FILE = [
  "ООО «Ромашка»",
  "Ведомость за март",
  "",
  "ИНН исполнителя;Код услуги;Текст для чека;Дата начала работ;Дата окончания работ;Сумма",
  `${first};0301;Доставка один;01.03.2026;05.03.2026;${SUMS[0]}`,
  "",
  `${second};0301;Доставка два;01.03.2026;05.03.2026;${SUMS[1]}`,
  "ИТОГО;;;;;16409,25",
  "",
  `${third};0301;Доставка три;01.03.2026;05.03.2026;${SUMS[2]}`,
  `${fourth};0301;Доставка три;01.03.2026;05.03.2026;${SUMS[3]}`,
].join("\n");

async function tableOf(url: string, body?: object): Promise<string[][]> {
  const answer = await desk.call(body ? "POST" : "GET", url, body);
  expect(answer.statusCode, answer.body).toBe(200);
  const path = join(folder, `${Math.random()}`);
  await writeFile(path, answer.rawPayload);
  const rows: string[][] = [];
  for await (const batch of readSpreadsheet(path, "Реестр"))
    rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

const linesOf = async (id: number, query = "") =>
  (await desk.items(id, query)).items.map(({ line }) => line);

test("a row has one number in the preview, the table, its search, the summary of errors and both files", async () => {
  const answer = await desk.send("/payroll-registries/read-file", FILE);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<FileReading>().rows.map(({ line }) => line)).toEqual([5, 7, 10, 11]);
  const id = await desk.upload(FILE);
  expect(await linesOf(id)).toEqual([5, 7, 10, 11]);
  expect(await linesOf(id, "?search=10")).toEqual([10]);
  expect(
    (await desk.findings(id)).find(({ severity }) => severity === "error")?.sampleRows,
  ).toEqual([10]);
  const errors = await tableOf(`/payroll-registries/${id}/errors/download?format=xlsx`);
  expect(errors.slice(1).map((cells) => cells.at(-1))).toEqual([
    expect.stringMatching(/^Строка 10, «Сумма, ₽»/),
  ]);
  const whole = await tableOf(`/payroll-registries/${id}/download`, { format: "xlsx" });
  expect(whole.slice(1).map(([number]) => number)).toEqual(["5", "7", "10", "11"]);
  // What can be read is a number of two decimals; the rest is as it was written.
  expect(whole.slice(1).map((cells) => cells[1 + AMOUNT_AT])).toEqual([
    "6171.00",
    "10238.25",
    "-5",
    "1500.00",
  ]);
});

test("an added row goes on behind the last line of the file; numbers outlive a removal", async () => {
  const id = await desk.upload(FILE.replaceAll("Доставка", "Перевозка"));
  const added = (inn: string | undefined, sum: string) =>
    `${inn}\t\t0301\tПеревозка ещё\t01.03.2026\t05.03.2026\t\t${sum}`;
  const columns = "inn,fullName,serviceCode,receiptText,workStart,workEnd,actDate,amount";
  const answer = await desk.paste(
    `/payroll-registries/${id}/rows`,
    `${added(first, "-1")}\n${added(second, "900")}`,
    { columns },
  );
  expect(answer.statusCode, answer.body).toBe(200);
  await product.runTasksUntilIdle();
  expect(await linesOf(id)).toEqual([5, 7, 10, 11, 12, 13]);
  const [, removed] = (await desk.items(id)).items;
  await desk.call("DELETE", `/payroll-registry-items/${removed?.id}`);
  expect(await linesOf(id)).toEqual([5, 10, 11, 12, 13]);
  const errors = await tableOf(`/payroll-registries/${id}/errors/download?format=xlsx`);
  expect(errors.slice(1).map((cells) => String(cells.at(-1)).slice(0, 9))).toEqual([
    "Строка 10",
    "Строка 12",
  ]);
});
