import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { aCustomer, addUser } from "#tests/support/payroll-cast.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";
import { aPeopleDesk, peopleFile, resultOf } from "#tests/support/people-files.ts";

const ROOT = "/payroll-registries";
const DAY_MS = 86_400_000;
const GONE = "Файл прочитан слишком давно. Выберите его снова";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(7);
});
afterAll(() => payroll.product.close());

async function read(
  data: Buffer | string,
  fields: Record<string, string> = {},
  fileName = "реестр.csv",
): Promise<FileReading> {
  const answer = await payroll.desk.send(`${ROOT}/read-file`, data, fields, fileName);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<FileReading>();
}

const create = (
  { readingID, choices }: FileReading,
  { desk = payroll.desk, more = {} }: { desk?: PayrollDesk; more?: Partial<ColumnChoices> } = {},
) =>
  desk.call("POST", `${ROOT}/readings/${readingID}/create`, { choices: { ...choices, ...more } });

async function made(reading: FileReading) {
  const answer = await create(reading);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  await payroll.product.runTasksUntilIdle();
  return resultOf(payroll, answer.json<{ id: number }>().id);
}

async function storedKeys(): Promise<string[]> {
  const folder = join(payroll.product.config.dataDir, "files");
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.map((name) => name.split("/").at(-1) ?? "").filter((name) => name.length > 2);
}

/** One ready row; each sum makes another file. */
const rowsOf = (sum: number, separator = ";") =>
  [
    "ИНН исполнителя;ФИО исполнителя;Код услуги;Текст для чека;Дата начала работ;Дата окончания работ;Сумма, ₽",
    `770103133775;;0101;Погрузка товара;01.11.2026;15.11.2026;${sum}`,
  ]
    .join("\n")
    .replaceAll(";", separator);

test("a file travels once: what was read becomes the registry, with its name and bytes", async () => {
  const bytes = await peopleFile("03-first.xlsx");
  const reading = await read(bytes, {}, "ведомость.xlsx");
  const { id, info, errors } = await made(reading);
  expect(errors).toEqual([]);
  expect(info).toMatchObject({ state: { id: "READY" }, readyCount: 3, amount: 8_130 });
  const file = await payroll.desk.call("GET", `${ROOT}/${id}/file`);
  expect(file.rawPayload.equals(bytes)).toBe(true);
  expect(decodeURIComponent(String(file.headers["content-disposition"]))).toContain(
    "ведомость.xlsx",
  );
  const { rows } = await sql<{ event: string; after: object }>`
    SELECT event, after FROM audit_log
    WHERE event = 'registry.uploaded' AND (object ->> 'id')::integer = ${id}`.execute(
    payroll.product.database.kysely,
  );
  expect(rows).toEqual([
    { event: "registry.uploaded", after: { file: "ведомость.xlsx", bytes: bytes.length } },
  ]);
});

test("copied rows become the same registry as by the call of programs, which then knows them", async () => {
  const text = rowsOf(2_001, "\t");
  const reading = await read(text, { isPasted: "true" });
  const { id, info } = await made(reading);
  expect(info).toMatchObject({ state: { id: "READY" }, amount: 2_001, fileName: null });
  const again = await payroll.desk.paste(`${ROOT}/paste`, text, {
    choices: JSON.stringify(reading.choices),
  });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({ registryID: id });
});

test("another sheet of a file that is sent already is read and paid", async () => {
  const reading = await read(await peopleFile("02b-three-periods.xlsx"), {}, "периоды.xlsx");
  const other = reading.sheets.find(({ name }) => name !== reading.sheet)?.name;
  const again = await payroll.desk.call("POST", `${ROOT}/readings/${reading.readingID}/read`, {
    sheet: other,
  });
  expect(again.json<FileReading>()).toMatchObject({
    readingID: reading.readingID,
    sheet: other,
    choices: { sheet: other },
  });
  const result = await made(again.json<FileReading>());
  expect(result.info).toMatchObject({ state: { id: "READY" }, amount: 8_060 });
  expect(result.findings.flatMap(({ note }) => note ?? [])).toContainEqual(
    expect.objectContaining({ kind: "other_sheet", name: reading.sheet }),
  );
});

test("a reading is of its person, company and kind, and of one registry", async () => {
  const db = payroll.product.database.kysely;
  const reading = await read(rowsOf(2_002));
  const colleague = "79000000701";
  await addUser(db, payroll.customer.accountId, { phone: colleague, role: "FINANCE_MANAGER" });
  const stranger = await aCustomer(db, { seed: 702 });
  for (const phone of [colleague, stranger.ownerPhone]) {
    const desk = new PayrollDesk(payroll.product, phone);
    for (const answer of [
      await create(reading, { desk }),
      await desk.call("POST", `${ROOT}/readings/${reading.readingID}/read`, {}),
    ]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ message: GONE });
    }
  }
  const otherKind = `/job-registries/readings/${reading.readingID}/read`;
  expect((await payroll.desk.call("POST", otherKind, {})).statusCode).toBe(404);
  expect((await create(reading)).statusCode).toBe(200);
  const second = await create(reading);
  expect(second.statusCode).toBe(404);
  expect(second.json()).toMatchObject({ message: GONE });
});

test("a refusal leaves the reading: what is missing is given and sent again", async () => {
  const reading = await read(rowsOf(2_003));
  const { amount: _, ...columns } = reading.choices.columns;
  const refused = await create(reading, { more: { columns } });
  expect(refused.statusCode).toBe(422);
  expect((await create(reading)).statusCode).toBe(200);
  const same = await create(await read(rowsOf(2_003)));
  expect(same.statusCode).toBe(409);
  expect(same.json<{ message: string }>().message).toContain("Этот файл уже загружался");
});

test("what nobody confirmed is gone after a day, with its file; a registry's stays", async () => {
  const { product } = payroll;
  const before = await storedKeys();
  const kept = await made(await read(rowsOf(2_004)));
  const reading = await read(rowsOf(2_005));
  expect(await storedKeys()).toHaveLength(before.length + 2);
  product.clock.advance(DAY_MS + 1);
  await product.runTasksUntilIdle();
  expect(await storedKeys()).not.toHaveLength(before.length + 2);
  const answer = await create(reading);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ message: GONE });
  const file = await payroll.desk.call("GET", `${ROOT}/${kept.id}/file`);
  expect(file.body).toBe(rowsOf(2_004));
});
