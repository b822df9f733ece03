import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import { isGrave, noteSentence } from "#contract/registries/reading-note.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import { rawWorkbook } from "#tests/support/raw-zip.ts";
import { aCustomer, addUser } from "#tests/support/payroll-cast.ts";
import { PayrollDesk } from "#tests/support/payroll-desk.ts";
import { aPeopleDesk, DEMO_WORKERS, peopleFile, resultOf } from "#tests/support/people-files.ts";

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

const LETTERS = new TextDecoder("ibm866").decode(Uint8Array.from({ length: 256 }, (_, at) => at));
const inDos = (text: string) => Buffer.from([...text].map((letter) => LETTERS.indexOf(letter)));
/** Too short to be recognised. */
const dosList = (sum: number) => inDos(`Кто;Руб\n770103133775;${sum}\n`);
const CONSTANTS = {
  serviceCode: "0101",
  receiptText: "Погрузка товара",
  workStart: "01.11.2026",
  workEnd: "15.11.2026",
};
const readAs = async ({ readingID }: FileReading, encoding: string) =>
  payroll.desk.call("POST", `${ROOT}/readings/${readingID}/read`, { encoding });

test("an encoding that is not recognised is chosen, and the registry is read by it", async () => {
  const reading = await read(dosList(2_006));
  expect(reading).toMatchObject({ encoding: "windows-1251", choices: { head: ["Љв®", "ђгЎ"] } });
  const chosen = (await readAs(reading, "ibm866")).json<FileReading>();
  expect(chosen).toMatchObject({
    encoding: "ibm866",
    isKnown: false,
    choices: { encoding: "ibm866", head: ["Кто", "Руб"] },
  });
  const choices = { ...chosen.choices, columns: { inn: 0, amount: 1 }, constants: CONSTANTS };
  const { info, errors } = await made({ ...chosen, choices });
  expect(errors).toEqual([]);
  expect(info).toMatchObject({ state: { id: "READY" }, amount: 2_006 });

  const next = await read(dosList(2_007));
  expect(next).toMatchObject({ isKnown: false, encoding: "windows-1251" });
  expect((await readAs(next, "ibm866")).json<FileReading>().reasons).toMatchObject({
    inn: "remembered",
    amount: "remembered",
  });
});

test("our file of errors corrects a registry whose own file has another encoding", async () => {
  const reading = await read(inDos("Кто;Руб\n770103133775;2010\n12345;2011\n"));
  const { choices } = (await readAs(reading, "ibm866")).json<FileReading>();
  const { id, errors } = await made({
    ...reading,
    choices: { ...choices, columns: { inn: 0, amount: 1 }, constants: CONSTANTS },
  });
  expect(errors).toHaveLength(1);
  const found = await payroll.desk.call("GET", `${ROOT}/${id}/errors/download?format=csv`);
  const file = found.rawPayload.toString("latin1").replace("12345", DEMO_WORKERS[1]?.inn ?? "");
  const sent = await payroll.desk.send(`${ROOT}/${id}/update`, Buffer.from(file, "latin1"));
  expect(sent.statusCode).toBe(200);
  await payroll.product.runTasksUntilIdle();
  expect((await resultOf(payroll, id)).info).toMatchObject({ readyCount: 2, amount: 4_021 });
});

test("columns of a head that nobody can read are not remembered", async () => {
  const reading = await read(inDos("Кому;Сколь\n770103133775;2008\n"));
  const choices = { ...reading.choices, columns: { inn: 0, amount: 1 }, constants: CONSTANTS };
  expect((await create({ ...reading, choices })).statusCode).toBe(200);
  const next = await read(inDos("Кому;Сколь\n770103133775;2009\n"));
  expect(next.isKnown).toBe(false);
  expect(Object.values(next.reasons)).not.toContain("remembered");
});

test("a text that is not of the chosen encoding says so; a book has none", async () => {
  const cyrillic = Buffer.from([0xc8, 0xcd, 0xcd, 0x3b, 0xd1, 0x0a, 0x37, 0x3b, 0x31, 0x0a]);
  const answer = await readAs(await read(cyrillic), "utf-8");
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({
    errors: { file: ["Файл сохранён в другой кодировке. Выберите другую"] },
  });
  expect(await read(await peopleFile("10a-cp866.csv"))).toMatchObject({ encoding: "ibm866" });
  expect(await read(await peopleFile("03-first.xlsx"))).toMatchObject({ encoding: null });
  expect(await read(rowsOf(1, "\t"), { isPasted: "true" })).toMatchObject({ encoding: null });
});

/** A serial or a text for each of the two days of a row. */
function bookOfDays(...rows: readonly (readonly [string, string])[]): Buffer {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const day = (value: string) => (/^[\d.]+$/.test(value) ? `<c s="1"><v>${value}</v></c>` : value);
  const head = rowsOf(0).split("\n")[0]?.split(";").map(text).join("");
  const body = rows.map(([start, end], at) => {
    const { inn, fullName } = DEMO_WORKERS[at] ?? { inn: "", fullName: "" };
    const cells = [inn, fullName, "0101", "Погрузка товара"].map(text).join("");
    return `<row>${cells}${day(start)}${day(end)}<c><v>${3_000 + at}</v></c></row>`;
  });
  return rawWorkbook({
    rows: `<row>${head}</row>${body.join("")}`,
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
  });
}
const NOON = (day: number) => `${day}.5`;
const EVENING = (day: number) => `${day}.875`;

test.each([
  [
    "all at nine in the evening",
    [EVENING(46326), EVENING(46341)],
    [EVENING(46327), EVENING(46342)],
    [2, 2],
  ],
  [
    "of ISO and of a shift of three and a half hours",
    ['<c t="d"><v>2026-10-31T20:30:00Z</v></c>', "46341"],
    ['<c t="d"><v>2026-11-01T20:30:00Z</v></c>', "46342"],
    [2, null],
  ],
  [
    "beside days without a time",
    ["46327", EVENING(46341)],
    [EVENING(46327), "46342.99945"],
    [1, 1],
  ],
  [
    "moments of a working day",
    [NOON(46327), EVENING(46341)],
    [EVENING(46327), NOON(46342)],
    [null, null],
  ],
  ["days", ["46327", "46342"], ["46327", "46342.99945"], [null, null]],
] as const)("dates in the evening are told: %s", async (name, first, second, [starts, ends]) => {
  const reading = await read(bookOfDays(first, second), {}, "книга.xlsx");
  const { findings } = await made(reading);
  const at = name.startsWith("of ISO") ? "20:30" : "21:00";
  const told = [
    ["Дата начала работ", starts],
    ["Дата окончания работ", ends],
  ].flatMap(([title, rows]) => (rows ? [{ kind: "evening_dates", title, rows, at }] : []));
  expect(findings.flatMap(({ note }) => (note?.kind === "evening_dates" ? [note] : []))).toEqual(
    told,
  );
});

test("11-evening-before.xlsx: of five rows one stands at nine in the evening, and it is told", async () => {
  const reading = await read(await peopleFile("11-evening-before.xlsx"), {}, "книга.xlsx");
  const { findings } = await made(reading);
  const notes = findings.flatMap(({ note }) => note ?? []).filter(isGrave);
  expect(notes.map(noteSentence)).toEqual(
    ["Дата начала работ", "Дата окончания работ"].map(
      (title) =>
        `Даты столбца «${title}» стоят на 21:00 (1\u00A0строка): возможно, это следующий день. Проверьте период`,
    ),
  );
});

test.each([
  ["a file", {}, ";"],
  ["copied rows", { isPasted: "true" }, "\t"],
])("numbers in scientific form that lack no digit are exact: %s", async (_, fields, separator) => {
  const day = (at: number) => `0101;Погрузка товара;0${at}.11.2026;15.11.2026`;
  const lines = [
    `5,0471360662E+11;;${day(1)};1,234500E+4`,
    `5.04713606620E11;;${day(2)};4,00045E+3`,
    `5,04E+11;;${day(3)};4000`,
    `504713606620;;${day(4)};5,0E+3`,
  ];
  const text = [rowsOf(0).split("\n")[0], ...lines].join("\n").replaceAll(";", separator);
  const { info, errors, items } = await made(await read(text, fields));
  expect(info).toMatchObject({ readyCount: 2, amount: 16_345.45 });
  expect(items[0]?.healedColumns).toEqual(["inn", "amount"]);
  const first = Number(errors[0]?.split(" ")[0]);
  expect(errors).toEqual([
    `${first} inn: Номер повреждён Excel (5,04E+11). Вставьте значение как текст`,
    `${first + 1} amount: Номер повреждён Excel (5,0E+3). Вставьте значение как текст`,
  ]);
});

/** The template's table on a hidden sheet, and perhaps what people see. */
function bookWithHidden(sum: number, seen: readonly string[]): Promise<Buffer> {
  const [head = "", row = ""] = rowsOf(sum).split("\n");
  return buffer(
    writeXlsx([
      {
        name: "Правила",
        columns: [{ title: seen[0] ?? "", width: 40 }],
        batches: [seen.slice(1).map((text) => [text])],
      },
      {
        name: "Архив",
        columns: head.split(";").map((title) => ({ title, width: 20, isText: true })),
        batches: [[row.split(";")]],
        isHidden: true,
      },
    ]),
  );
}

test("the only table of a book is on a hidden sheet: it is offered, said and asked, never known", async () => {
  const hidden = { name: "Архив", rows: 1, isHidden: true };
  const bare = await read(await bookWithHidden(2_020, []), {}, "книга.xlsx");
  expect(bare).toMatchObject({ sheet: "Архив", sheets: [hidden], isKnown: false });
  expect(await made(bare)).toMatchObject({ info: { state: { id: "READY" }, amount: 2_020 } });
  const again = await read(await bookWithHidden(2_021, []), {}, "книга.xlsx");
  expect(again.isKnown).toBe(false);

  const bytes = await bookWithHidden(2_022, ["Правила", "Платить в срок"]);
  const reading = await read(bytes, {}, "книга.xlsx");
  const sheets = [{ name: "Правила", rows: 2, isHidden: false }, hidden];
  expect(reading).toMatchObject({ sheet: "Архив", sheets, isKnown: false });
  const other = await payroll.desk.call("POST", `${ROOT}/readings/${reading.readingID}/read`, {
    sheet: "Правила",
  });
  expect(other.json<FileReading>()).toMatchObject({ sheet: "Правила", sheets, isKnown: false });
  // A program that names no sheet is never given one that nobody sees.
  const blind = await payroll.desk.send(ROOT, bytes, {}, "книга.xlsx");
  expect(blind.statusCode).toBe(422);
});
