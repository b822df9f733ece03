import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { previewRulesOf } from "#console/registries/preview/preview-rules.ts";
import { PreviewSession } from "#console/registries/preview/preview-session.ts";
import type { PieceBytes } from "#console/registries/preview/read-lines.ts";
import { readTextTable } from "#console/registries/preview/read-text-table.ts";
import { readWorkbook } from "#console/registries/preview/read-workbook.ts";
import { sniffTable } from "#console/registries/preview/sniff-table.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { headerTitle } from "#contract/registries/registry-columns.ts";

const FIXTURES = resolve("tests/fixtures");
/** The business date the fixtures were made for. */
const TODAY = "2026-03-10";

async function preview(
  file: Blob,
  isPasted = false,
  pieceBytes?: PieceBytes,
  kind: RegistryKindName = "payroll",
): Promise<PreviewSession> {
  const shape = await sniffTable(file);
  const session = new PreviewSession(shape, previewRulesOf(kind, TODAY), {
    mayLackHeader: isPasted,
  });
  for await (const piece of shape.kind === "workbook"
    ? readWorkbook(file)
    : readTextTable(file, shape, pieceBytes))
    session.add(piece);
  session.finish();
  return session;
}

const fixture = async (name: string) => new Blob([await readFile(join(FIXTURES, name))]);

describe("the preview reads every form a registry comes in", () => {
  test.each([
    "payroll-windows-1251.csv",
    "payroll-utf-8.csv",
    "payroll-utf-8-bom.csv",
    "payroll-utf-16.txt",
    "payroll.xlsx",
  ])("%s: 24 rows, 12 with mistakes, all columns", async (name) => {
    const session = await preview(await fixture(name));
    expect(session.totals()).toMatchObject({ rows: 24, errors: 12, rowsWithFindings: 12 });
    expect(session.head()?.columns.every(({ isFound }) => isFound)).toBe(true);
    expect(session.window(0, 1, false)[0]?.cells.slice(1, 4)).toEqual([
      "771000000013",
      "Семёнов Пётр Ильич",
      "0301",
    ]);
    expect(session.window(0, 1, false)[0]?.line).toBe(2);
  });

  test("rows with mistakes can be looked at alone, each with its sentence", async () => {
    const session = await preview(await fixture("payroll-windows-1251.csv"));
    const rows = session.window(0, 100, true);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject({
      line: 3,
      findings: [{ column: "inn", severity: "error", message: "Неверная контрольная сумма ИНН" }],
    });
  });
});

describe("a file that is no registry", () => {
  test("without a required column says which one", async () => {
    await expect(preview(new Blob(["Имя;Сумма\nИван;100\n"]))).rejects.toThrow(
      "Не найдены обязательные столбцы: «ИНН исполнителя», «Код услуги»",
    );
  });
  test("without anything is empty", async () => {
    await expect(preview(new Blob([]))).rejects.toThrow("Файл пуст");
  });
  test("of the old Excel asks for another format", async () => {
    await expect(
      preview(new Blob([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])])),
    ).rejects.toThrow("Сохраните файл в формате XLSX или CSV");
  });
});

test.each([
  [
    "job",
    [
      "Внешний ID;Название;Описание;Код услуги;Бюджет;Дата окончания;Количество исполнителей",
      "J-1;Доставка заказов;Доставлять заказы пешком по району;0301;2 000,50;01.04.2026;3",
      "J-1;Доставка заказов;Пишите на a@b.ru;0301;50;01.04.2026;",
    ],
    { rows: 2, errors: 1, sumRubles: 6001.5 },
    ["externalId", "description", "budget"],
  ],
  [
    "workman",
    ["Телефон;Имя", "+7 998 000-00-11;Пётр", "8 (998) 000 00 11;Иван"],
    { rows: 2, errors: 1, sumRubles: 0 },
    ["phone"],
  ],
  [
    "workman-registration",
    [
      "Телефон;Фамилия;Имя;Отчество;Тип налогоплательщика;ИНН;Дата рождения;Гражданство;Серия паспорта;Номер паспорта;Дата выдачи;Адрес регистрации",
      "79980000011;Смирнов;Пётр;Ильич;Самозанятый;771000000013;17.05.1990;Россия;4511;600001;20.06.2010;г. Москва, ул. Профсоюзная, д. 1",
      "79980000012;Смирнов;Пётр;Ильич;Самозанятый;771000000013;17.05.2015;Россия;451;600001;20.06.2010;г. Москва, ул. Профсоюзная, д. 1",
    ],
    { rows: 2, errors: 1 },
    ["inn", "birthDate", "passportSeries"],
  ],
] as const)(
  "a file of %s is validated by the rules of its kind before it is sent",
  async (kind, lines, totals, columns) => {
    const session = await preview(new Blob([lines.join("\n")]), false, undefined, kind);
    expect(session.totals()).toMatchObject(totals);
    expect(
      session
        .window(0, 10, true)
        .flatMap(({ findings }) => findings.map(({ column }) => column))
        .sort(),
    ).toEqual([...columns].sort());
  },
);

test("a pasted block without a header is read in the order of the template", async () => {
  const cells = [
    "",
    "771000000013",
    "Семёнов Пётр Ильич",
    "0301",
    "Доставка заказов, рейс 1",
    "01.03.2026",
    "07.03.2026",
    "",
    "100,50",
  ];
  const session = await preview(
    new Blob(["sep=\t\n", cells.join("\t"), "\n", cells.join("\t")]),
    true,
  );
  expect(session.totals()).toMatchObject({ rows: 2, errors: 0, warnings: 1, sumRubles: 201 });
  expect(session.window(1, 1, false)[0]?.findings[0]?.message).toBe("Возможный повтор строки 1");
});

test("a repaired cell is counted, not complained about", async () => {
  const header = PAYROLL_COLUMNS.map(headerTitle).join(";");
  const session = await preview(
    new Blob([
      `${header}\nA1;77 1000 0000 13;Семёнов Пётр;301;Доставка заказов;01.03.2026;02.03.2026;;1 000,00;;;;\n`,
    ]),
  );
  expect(session.totals()).toMatchObject({ errors: 0, healed: 1, sumRubles: 1000 });
  expect(session.window(0, 1, false)[0]?.healed).toEqual(["inn", "serviceCode"]);
});

describe("whatever way a file is cut", () => {
  const header = PAYROLL_COLUMNS.map(headerTitle).join(";");
  const row = (id: string, rest: string) =>
    `${id};771000000013;Семёнов Пётр Ильич;0301;Доставка заказов;01.03.2026;02.03.2026;;${rest}`;
  const lines = [
    header,
    row("A1", "100,50;;;;"),
    row("A2", '100,51;;;;"Текст; с ""кавычками""'),
    'и переносом"',
    "",
    ";;;;;;;;;;;;",
    row("A3", "100,52;Карта;;март;'=не формула\r"),
    row("A1", '100,50;;б"в;;№ 5 – «да» ₽ 😀'),
  ];
  const text = `\uFEFF${lines.join("\n")}`;
  test.each([1, 2, 3, 7, 200, 10_000])(
    "its rows are the same: pieces of %i bytes",
    async (size) => {
      for (const file of [new Blob([text]), new Blob([utf16(text)])]) {
        const session = await preview(file, false, { first: size, next: size });
        const rows = session.window(0, 10, false);
        expect(rows.map(({ line, cells }) => [line, cells[0], cells[12]])).toEqual([
          [2, "A1", ""],
          [3, "A2", 'Текст; с "кавычками"\nи переносом'],
          [6, "A3", "=не формула"],
          [7, "A1", "№ 5 – «да» ₽ 😀"],
        ]);
        expect(rows[3]?.cells[10]).toBe('б"в');
        expect(rows[3]?.findings.map(({ message }) => message)).toEqual([
          "Внешний ID уже указан в строке 2",
          "Возможный повтор строки 2",
        ]);
        expect(session.totals()).toMatchObject({
          rows: 4,
          errors: 1,
          healed: 0,
          rowsWithFindings: 1,
          sumRubles: 301.53,
        });
      }
    },
  );

  test("a quote that never closes is named, not waited for", async () => {
    const file = new Blob([
      header,
      "\n",
      row("A1", '100,50;;;;"незакрытая'),
      "\n",
      `${row("A2", "1,00;;;;")}\n`.repeat(20_000),
    ]);
    await expect(preview(file)).rejects.toThrow("не закрыта кавычка");
  });
});

function utf16(text: string) {
  return new Uint8Array(
    Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).buffer,
  );
}
