import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileReading } from "#contract/registries/file-reading.ts";
import { noteSentence, type ReadingNote } from "#contract/registries/reading-note.ts";
import type { Payroll } from "#tests/support/a-payroll.ts";
import {
  aPeopleDesk,
  DEMO_WORKERS,
  peopleFile,
  resultOf,
  uploadAsShown,
} from "#tests/support/people-files.ts";
import { rawWorkbook } from "#tests/support/raw-zip.ts";

let payroll: Payroll;
beforeAll(async () => {
  payroll = await aPeopleDesk(3);
});
afterAll(() => payroll.product.close());

async function read(
  bytes: Buffer | string,
  fileName: string,
  fields: Record<string, string> = {},
): Promise<FileReading> {
  const answer = await payroll.desk.send(
    "/payroll-registries/read-file",
    Buffer.from(bytes),
    fields,
    fileName,
  );
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<FileReading>();
}

/** As a program uploads: without choices, unless it has some. */
async function upload(bytes: Buffer | string, fileName: string, choices?: object) {
  const answer = await payroll.desk.send(
    "/payroll-registries",
    Buffer.from(bytes),
    choices ? { choices: JSON.stringify(choices) } : {},
    fileName,
  );
  if (answer.statusCode !== 200) throw new Error(answer.body);
  await payroll.product.runTasksUntilIdle();
  return resultOf(payroll, answer.json<{ id: number }>().id);
}

const notesOf = ({ findings }: Awaited<ReturnType<typeof resultOf>>): ReadingNote[] =>
  findings.flatMap(({ note }) => note ?? []);

const HEAD = [
  "ИНН исполнителя",
  "ФИО исполнителя",
  "Код услуги",
  "Текст для чека",
  "Дата начала работ",
  "Дата окончания работ",
  "Сумма, ₽",
];
const csv = (...rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.join(";")).join("\n");
const rowOf = (index: number, amount: string, fullName = DEMO_WORKERS[index]?.fullName ?? "") => [
  DEMO_WORKERS[index]?.inn ?? "",
  fullName,
  "0101",
  "Разгрузка товара",
  "01.11.2026",
  "15.11.2026",
  amount,
];

test("a name of a column that only its likeness tells is uploaded as it is shown, and by a program said", async () => {
  const head = HEAD.with(1, "ФИО работника");
  const rows = [0, 1, 2].map((index) =>
    rowOf(index, `500${index}`, DEMO_WORKERS[index + 3]?.fullName),
  );
  const reading = await read(csv(head, ...rows), "29.csv");
  expect(reading).toMatchObject({ isTemplate: false, isKnown: false, sheet: null, sheets: [] });
  expect(reading.choices.columns.fullName).toBe(1);
  const shown = await upload(csv(head, ...rows), "29.csv", reading.choices);
  expect(shown.info).toMatchObject({ readyCount: 0, errorsCount: 3 });
  const blind = await upload(`${csv(head, ...rows)}\n`, "29-api.csv");
  expect(blind.info).toMatchObject({ readyCount: 0, errorsCount: 3 });
  expect(notesOf(blind)).toEqual([
    { kind: "guessed_column", title: "ФИО работника", as: "ФИО исполнителя" },
  ]);
});

test("the template's head asks nothing, and what is shown goes with it: our own file of errors keeps its rows' numbers", async () => {
  const file = csv(HEAD, rowOf(0, "0"), rowOf(1, "5001"));
  const reading = await read(file, "шаблон.csv");
  expect(reading).toMatchObject({ isTemplate: true, isKnown: true });
  const { id, items } = await upload(file, "шаблон.csv", reading.choices);
  const wrong = items.find(({ line }) => line === 2);
  const corrected = csv(
    ["ID строки", ...HEAD, "Ошибки"],
    [String(wrong?.id), ...rowOf(0, "5000"), "Строка 2: сумма"],
  );
  const again = await read(corrected, "ошибки.csv");
  const answer = await payroll.desk.send(
    `/payroll-registries/${id}/update`,
    Buffer.from(corrected),
    {},
    "ошибки.csv",
  );
  expect(answer.statusCode, answer.body).toBe(200);
  await payroll.product.runTasksUntilIdle();
  expect((await resultOf(payroll, id)).info).toMatchObject({
    state: { id: "READY" },
    rowsCount: 2,
    amount: 10_001,
  });
  const anew = await upload(`${corrected}\n`, "ошибки.csv", again.choices);
  expect(anew.info).toMatchObject({ rowsCount: 1, amount: 5_000 });
  expect(notesOf(anew)).toEqual([]);
});

test("of three periods the one the person last looked at is read, the others are said, another is chosen", async () => {
  const { reading, info, ...result } = await uploadAsShown(payroll, "02b-three-periods.xlsx");
  expect(reading).toMatchObject({
    isKnown: false,
    sheet: "1-15 ноя",
    sheets: [
      { name: "1-15 окт", rows: 4, isHidden: false },
      { name: "16-31 окт", rows: 4, isHidden: false },
      { name: "1-15 ноя", rows: 4, isHidden: false },
    ],
    choices: { sheet: "1-15 ноя" },
  });
  const others = [
    { kind: "other_sheet", name: "1-15 окт", rows: 4 },
    { kind: "other_sheet", name: "16-31 окт", rows: 4 },
  ];
  expect(reading.notes).toEqual(others);
  expect(info).toMatchObject({ state: { id: "READY" }, amount: 32_060 });
  expect(notesOf({ info, ...result })).toEqual(others);

  const bytes = await peopleFile("02b-three-periods.xlsx");
  const first = await read(bytes, "02b.xlsx", { sheet: "1-15 окт" });
  expect(first).toMatchObject({ sheet: "1-15 окт", choices: { sheet: "1-15 окт" } });
  const chosen = await upload(bytes, "02b.xlsx", first.choices);
  expect(chosen.info).toMatchObject({ amount: 8_060 });
  await expect(upload(bytes, "02b.xlsx", first.choices)).rejects.toThrow("уже загружался");
  const none = { ...first.choices, sheet: "1-15 дек" };
  await expect(upload(bytes, "02b.xlsx", none)).rejects.toThrow("В книге нет листа «1-15 дек»");
});

test.each([
  ["15a-chart-first.xlsx", "Ведомость", 15_300.75],
  ["15c-instruction-first.xlsx", "Ведомость", 15_300.75],
])("%s: a sheet without a table is passed over", async (name, sheet, amount) => {
  const { reading, info } = await uploadAsShown(payroll, name);
  expect(reading).toMatchObject({ sheet, sheets: [], notes: [] });
  expect(info).toMatchObject({ state: { id: "READY" }, amount });
});

test("the second sheet of a payroll of 1С:ЗУП is said, and sub-headings too", async () => {
  const { reading, ...result } = await uploadAsShown(payroll, "30-zup-2000.xlsx", {
    serviceCode: "0101",
    receiptText: "Разгрузка товара",
  });
  expect(reading).toMatchObject({ sheet: "TDSheet", isKnown: false });
  expect(notesOf(result)).toEqual(
    expect.arrayContaining([
      { kind: "other_sheet", name: "Удержания", rows: 2 },
      expect.objectContaining({ kind: "group", rows: 8 }),
    ]),
  );
  expect(result.info).toMatchObject({ readyCount: 1_883, amount: 6_757_443.61 });
});

test("hidden rows are left out and said with their sum; one word takes them in", async () => {
  const hidden = { kind: "hidden_rows", rows: 3, sum: 9_014, isTaken: false } as const;
  const { reading, info, ...result } = await uploadAsShown(payroll, "04-hidden-rows.xlsx");
  expect(reading).toMatchObject({ isKnown: false, notes: [hidden] });
  expect(reading.rows).toHaveLength(7);
  expect(info).toMatchObject({ state: { id: "READY" }, readyCount: 7, amount: 21_031 });
  expect(notesOf({ info, ...result })).toEqual([hidden]);
  expect(noteSentence(hidden)).toBe("Не загружено скрытых строк: 3 на 9\u00A0014,00");
  await payroll.desk.call("POST", `/payroll-registries/${result.id}/cancel`, {
    version: info.version,
    stateID: "READY",
  });
  const all = await uploadAsShown(payroll, "04-hidden-rows.xlsx", {}, (choices) => ({
    ...choices,
    takesHidden: true,
  }));
  expect(all.reading.isKnown).toBe(false);
  expect(all.info).toMatchObject({ readyCount: 10, amount: 30_045 });
  expect(notesOf(all)).toEqual([{ ...hidden, isTaken: true }]);
});

test("of a hidden «Сумма» and a visible «Выдать» the visible is paid, by a program too", async () => {
  const { reading, info, id } = await uploadAsShown(payroll, "04b-hidden-column.xlsx");
  expect(reading.isKnown).toBe(false);
  expect(reading.columns.filter(({ isHidden }) => isHidden).map(({ title }) => title)).toEqual([
    "Сумма",
  ]);
  expect(info).toMatchObject({ state: { id: "READY" }, amount: 7_510 });
  await payroll.desk.call("POST", `/payroll-registries/${id}/cancel`, {
    version: info.version,
    stateID: "READY",
  });
  const blind = await upload(await peopleFile("04b-hidden-column.xlsx"), "04b.xlsx");
  expect(blind.info).toMatchObject({ state: { id: "READY" }, amount: 7_510 });
  expect(notesOf(blind)).toEqual([
    { kind: "guessed_column", title: "Выдать", as: "Сумма, ₽" },
    { kind: "unused_column", titles: ["Сумма"] },
  ]);
});

function inline(cells: readonly string[], row = ""): string {
  const tags = cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
  return `<row${row}>${tags.join("")}</row>`;
}

test("columns hidden in the template are asked, taken and said", async () => {
  const rows = [inline(HEAD), inline(rowOf(0, "100")), inline(rowOf(1, "200"))].join("");
  const columns = '<cols><col min="2" max="3" width="9" hidden="1"/></cols>';
  const bytes = rawWorkbook({ rows, columns });
  const reading = await read(bytes, "скрытые.xlsx");
  expect(reading).toMatchObject({ isTemplate: true, isKnown: false });
  const shown = await upload(bytes, "скрытые.xlsx", reading.choices);
  expect(shown.info).toMatchObject({ state: { id: "READY" }, amount: 300 });
  const said = [
    { kind: "hidden_column", title: "ФИО исполнителя" },
    { kind: "hidden_column", title: "Код услуги" },
  ];
  expect(notesOf(shown)).toEqual(said);
  const blind = await upload(rawWorkbook({ rows: rows + inline([]), columns }), "программа.xlsx");
  expect(blind.info).toMatchObject({ state: { id: "READY" }, amount: 300 });
  expect(notesOf(blind)).toEqual(said);
});

test("a total that counts hidden rows agrees", async () => {
  const rows = [
    inline(HEAD),
    inline(rowOf(0, "100")),
    inline(rowOf(1, "200"), ' hidden="1"'),
    inline(rowOf(2, "400"), ' ht="0" customHeight="1"'),
    inline(["Итого", "", "", "", "", "", "700"]),
  ];
  const bytes = rawWorkbook({ rows: rows.join("") });
  const reading = await read(bytes, "итог.xlsx");
  expect(reading).toMatchObject({ isTemplate: true, isKnown: false });
  const { info, ...result } = await upload(bytes, "итог.xlsx", reading.choices);
  expect(info).toMatchObject({ readyCount: 1, amount: 100 });
  const told = { line: 5, total: 700, sum: 100, hidden: 600 };
  expect(notesOf({ info, ...result })).toEqual([
    { kind: "hidden_rows", rows: 2, sum: 600, isTaken: false },
    { kind: "total", rows: 1, lines: [5], told, grand: told },
  ]);
  expect(info.fileTotal).toEqual({ line: 5, total: 100, excess: 0 });
});
