import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { FORMULA_WITHOUT_VALUE } from "#contract/values/spreadsheet-cell.ts";
import { validateRegistryRows } from "#server/modules/registries/validate-registry-rows.ts";
import { PAYROLL_ROWS } from "#server/modules/registries/payroll/rules.ts";
import { readTableFile } from "#server/modules/registries/read-table-file.ts";
import type { ReadRow } from "#server/modules/registries/registry-file-events.ts";
import type { TableHeader } from "#server/modules/registries/table-rows.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { encodeWindows1251 } from "#server/files/spreadsheet/windows-1251.ts";
import {
  makePayrollWorkers,
  PAYROLL_MISTAKES,
  writePayrollFile,
} from "#tests/support/payroll-file.ts";
import { rawWorkbook } from "#tests/support/raw-zip.ts";

const TODAY = "2026-03-10";
const HEADER = PAYROLL_COLUMNS.map(({ title }) => title).join(";");
const ROW =
  "A-1;500100732259;Семёнов Пётр;0301;Доставка заказов;01.03.2026;05.03.2026;;1 234,56;Карта;;;";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spreadsheet-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("an odd but honest file is read", () => {
  const lines = `${HEADER}\r\n${ROW}\r\n`;

  it.each<[string, () => Buffer]>([
    ["windows-1251", () => encodeWindows1251(lines.replace("Сумма, ₽", "Сумма, руб."))],
    ["UTF-8", () => Buffer.from(lines)],
    ["UTF-8 with a mark", () => Buffer.from(`\uFEFF${lines}`)],
    [
      "UTF-16 with tabs, Excel's «Текст Юникод»",
      () => Buffer.from(`\uFEFF${lines.replaceAll(";", "\t")}`, "utf16le"),
    ],
    ["UTF-16 the other way round", () => Buffer.from(`\uFEFF${lines}`, "utf16le").swap16()],
    [
      "commas",
      () =>
        Buffer.from(
          lines
            .replaceAll("Сумма, ₽", '"Сумма, ₽"')
            .replaceAll("1 234,56", '"1 234,56"')
            .replaceAll(";", ","),
        ),
    ],
    ["an obeyed `sep=`", () => Buffer.from(`sep=|\r\n${lines.replaceAll(";", "|")}`)],
    ["old Macintosh line ends", () => Buffer.from(lines.replaceAll("\r\n", "\r"))],
    [
      "old Macintosh line ends with a line break in a cell",
      () => Buffer.from(lines.replaceAll("\r\n", "\r").replace("Семёнов Пётр", "Семёнов\nПётр")),
    ],
    ["UTF-16 without a mark", () => Buffer.from(lines, "utf16le")],
    ["UTF-16 without a mark, the other way round", () => Buffer.from(lines, "utf16le").swap16()],
    ["DOS letters", () => encode(lines.replace("₽", "руб."), "ibm866")],
    ["Macintosh letters", () => encode(lines.replace("₽", "руб."), "x-mac-cyrillic")],
    [
      "texts with more commas than cells",
      () =>
        Buffer.from(lines.replace("Доставка заказов", "Доставка, сборка, подъём, уборка, вывоз")),
    ],
    ["bars", () => Buffer.from(lines.replaceAll(";", "|"))],
    ["no line end at the end", () => Buffer.from(lines.trimEnd())],
    ["a title above the header", () => Buffer.from(`Выплаты за март\n\n${lines}`)],
    ["all cells quoted", () => Buffer.from(lines.replaceAll(/[^;\r\n]+/g, '"$&"'))],
    [
      "inline strings without references",
      () => workbookOf((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`),
    ],
    [
      "a prefix before every tag",
      () => workbookOf((text) => `<x:c t="str"><x:v>${text}</x:v></x:c>`, "x:"),
    ],
    [
      "rich text",
      () =>
        workbookOf(
          (text) =>
            `<c t="inlineStr"><is><r><t>${text.slice(0, 3)}</t></r><r><t>${text.slice(3)}</t></r></is></c>`,
        ),
    ],
  ])("%s", async (name, make) => {
    const { rows } = await readAll(save(name, make()));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      findings: [],
      values: {
        externalId: "A-1",
        inn: "500100732259",
        amountKopecks: 123_456n,
        workEnd: "2026-03-05",
        fullName: "Семёнов Пётр",
      },
    });
  });

  it("keeps quotes, line breaks and the numbers of rows as the person sees them", async () => {
    const text = `${HEADER}\n\n${ROW.replace("Карта;;;", 'Карта;;;"Доставка ""Быстро""\nи точно"')}\n;;;\n${ROW.replace("A-1", "A-2").replace("Семёнов Пётр", "Семёнов Пётр").replace("Доставка", 'ООО "Ромашка" доставка')}\n`;
    const { rows } = await readAll(save("quotes", Buffer.from(text)));
    expect(rows.map(({ line, values }) => [line, values.receiptText, values.comment])).toEqual([
      [3, "Доставка заказов", 'Доставка "Быстро"\nи точно'],
      [5, 'ООО "Ромашка" доставка заказов', null],
    ]);
  });

  const cellsOf = async (name: string, content: Buffer) => {
    const rows = [];
    for await (const batch of readSpreadsheet(save(name, content), "Реестр")) rows.push(...batch);
    return rows.map(({ cells }) => cells);
  };

  it("takes a quote that closes nothing for a letter, to the end of a long file too", async () => {
    const plain = Array.from({ length: 9_000 }, (_, row) => [`${row}`, "Уборка", "5"]);
    const rows = [
      ["ID", "Текст", "Сумма"],
      ["1", '"Чистота" офиса', "5"],
      ["2", '"Уборка', "5"],
      ["3", '"Зимний" сад', "5"],
      ["5", 'Уборка "Заря"', "5"],
      ["4", '"""Заря', "5"],
      ["6", '"Уборка', "5"],
      ...plain,
    ];
    const text = rows.map((cells) => cells.join(";")).join("\r\n");
    expect(await cellsOf("letters", Buffer.from(text))).toEqual(rows);
  });

  it("keeps a text of several lines with some delimiters, and names rows that a quote has swallowed", async () => {
    const honest = 'a;b;c;d\n1;"Погрузка; разгрузка\nи; ""уборка""";5;\n"";"";"x";""\n';
    expect(await cellsOf("honest", Buffer.from(honest))).toEqual([
      ["a", "b", "c", "d"],
      ["1", 'Погрузка; разгрузка\nи; "уборка"', "5", ""],
      ["", "", "x", ""],
    ]);
    const swallowed = `${honest}1;"Уборка;5;\n2;Экран 15";5;\n`;
    await expect(cellsOf("swallowed", Buffer.from(swallowed))).rejects.toThrow(
      "строки 5–6: кавычка не закрыта",
    );
  });

  it("reads the numbers of Java and of Excel's floating point exactly, up to fifteen digits", async () => {
    const numbers = {
      "7.70103133775E11": "770103133775",
      "5.04E+11": "504000000000",
      "1.0E7": "10000000",
      "-1.23456789E4": "-12345.6789",
      "5.0E-3": "0.005",
      "939.99749999999995": "939.9975",
      "1.0E+20": "1.0E+20",
    };
    const rows = `<row>${Object.keys(numbers)
      .map((number) => `<c><v>${number}</v></c>`)
      .join("")}</row>`;
    expect(await cellsOf("numbers", rawWorkbook({ rows }))).toEqual([Object.values(numbers)]);
  });

  it("finds parts by names in another case, and refuses a string that the book has not", async () => {
    const sharedStrings = "<si><t>ФИО</t></si>";
    const rowsOf = (index: string) => `<row><c t="s"><v>${index}</v></c></row>`;
    const parts = { sharedStrings, sheetPart: { name: "xl/worksheets/Sheet1.xml" } };
    expect(await cellsOf("case", rawWorkbook({ rows: rowsOf("0"), ...parts }))).toEqual([["ФИО"]]);
    for (const book of [
      { rows: rowsOf("0") },
      { rows: rowsOf("1"), sharedStrings },
      { rows: rowsOf("x"), sharedStrings },
    ])
      await expect(cellsOf("lost", rawWorkbook(book))).rejects.toThrow("он повреждён");
  });

  it("says which cells it has repaired: the last minute of a day, invisible marks, letters of two pieces", async () => {
    const path = save(
      "mended",
      rawWorkbook({
        styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
        rows:
          '<row><c s="1"><v>46341.99945</v></c><c s="1"><v>46341.875</v></c><c t="str"><v>и\u0306 \u200bе\u0308\ufe0f</v></c></row>' +
          "<row><c><v>1</v></c></row>",
      }),
    );
    const rows = [];
    for await (const batch of readSpreadsheet(path, "Реестр")) rows.push(...batch);
    expect(rows).toEqual([
      {
        line: 1,
        cells: ["16.11.2026", "15.11.2026", "й ё"],
        mended: ["midnight", "marks"],
        mendedCells: [0, 2],
        times: new Map([[1, 21 * 60]]),
      },
      { line: 2, cells: ["1"] },
    ]);
  });

  const text = (value: string) => `<c t="str"><v>${value}</v></c>`;

  it("puts rows in order, reads odd references by place, and refuses a row that stands twice", async () => {
    const row = (number: string, value: string) => `<row r="${number}">${text(value)}</row>`;
    const rows = row("1", "a") + row("8", "h") + row("2", "b") + row("0", "c") + row("x", "d");
    const path = save("order", rawWorkbook({ rows }));
    const lines = [];
    for await (const batch of readSpreadsheet(path, "Реестр"))
      for (const { line, cells } of batch) lines.push([line, ...cells]);
    expect(lines).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "c"],
      [4, "d"],
      [8, "h"],
    ]);
    const odd = '<row><c r="1"><v>5</v></c><c r="0"><v>6</v></c><c r="D1"><v>7</v></c></row>';
    expect(await cellsOf("odd", rawWorkbook({ rows: odd }))).toEqual([["5", "6", "", "7"]]);
    for (const twice of [row("1", "a") + row("1", "b"), rows + row("8", "x")])
      await expect(cellsOf("twice", rawWorkbook({ rows: twice }))).rejects.toThrow("он повреждён");
  });

  it("fills people down inside their merge, but neither a sum nor a title", async () => {
    const rows = [
      ["ИНН", "ФИО", "Сумма", "Дни"],
      ["", "", "руб.", "шт."],
      ["770103133775", "Абрамов", "3000", "11.2026"],
      ["", "", "", "12.2026"],
      ["", "", "", ""],
      ["", "", "", "13.2026"],
    ].map(
      (cells) => `<row>${cells.map((cell) => (cell === "" ? "<c/>" : text(cell))).join("")}</row>`,
    );
    const merges = ["A1:A2", "A3:A5", "B3:B6", "C3:C6", "A1:D1"].map(
      (reference) => `<mergeCell ref="${reference}"/>`,
    );
    const book = rawWorkbook({
      rows: `${rows.join("")}</sheetData><mergeCells count="5">${merges.join("")}</mergeCells><sheetData>`,
    });
    const read = [];
    for await (const batch of readSpreadsheet(save("merged", book), "Реестр")) read.push(...batch);
    expect(read.slice(1).map(({ line, cells, mended }) => [line, cells, mended])).toEqual([
      [2, ["", "", "руб.", "шт."], undefined],
      [3, ["770103133775", "Абрамов", "3000", "11.2026"], undefined],
      [4, ["770103133775", "Абрамов", "", "12.2026"], ["merged"]],
      [6, ["", "Абрамов", "", "13.2026"], ["merged"]],
    ]);
  });

  it("reads a book that names another one, unless a cell has nothing but the link", async () => {
    const extraParts = [{ name: "xl/externalLinks/externalLink1.xml", data: "<x/>" }];
    const rowsOf = (value: string) => `<row><c><f>[1]Лист1!A1</f>${value}</c>${text("a")}</row>`;
    const book = (value: string) => rawWorkbook({ rows: rowsOf(value), extraParts });
    expect(await cellsOf("link", book("<v>5</v>"))).toEqual([["5", "a"]]);
    await expect(cellsOf("bare", book(""))).rejects.toThrow("ссылается на другие книги");
  });

  it("splits by the sign of the rows, whatever stands in titles, texts and sums", async () => {
    const rows = [
      ["ИНН", "ФИО", "Сумма, ₽"],
      ["7701", "Абрамов", "10,50"],
      ["7702", "Агафонова", "11,50"],
    ];
    const titles = "Ведомость, ноябрь\nЦех, склад\nг. Москва, 2026\n";
    const of = (delimiter: string) => rows.map((cells) => cells.join(delimiter)).join("\n");
    for (const delimiter of [";", "\t", "|"]) {
      expect(await cellsOf("plain", Buffer.from(of(delimiter)))).toEqual(rows);
      expect((await cellsOf("titles", Buffer.from(titles + of(delimiter)))).slice(3)).toEqual(rows);
    }
    const ragged = "ИНН;Сумма;Примечание\n7701;10,50\nИтого;10,50";
    expect((await cellsOf("ragged", Buffer.from(ragged)))[1]).toEqual(["7701", "10,50"]);
  });

  it("names formatted empty rows when a sheet is too large", async () => {
    const empty = '<c s="1"/>'.repeat(13);
    const rows = Array.from({ length: 300 }, (_, at) => `<row r="${at + 2}">${empty}</row>`);
    const sheetPart = { declaredBytes: 270 * 1024 * 1024 };
    const book = { rows: `<row r="1">${text("ИНН")}</row>${rows.join("")}` };
    expect(await cellsOf("styled", rawWorkbook(book))).toEqual([["ИНН"]]);
    await expect(cellsOf("large", rawWorkbook({ ...book, sheetPart }))).rejects.toThrow(
      "пустые оформленные строки",
    );
  });

  it("reads shared strings, styles, 1904 days, fifteen digits and formulas as Excel shows them", async () => {
    const path = save(
      "types",
      rawWorkbook({
        workbookProperties: '<workbookPr date1904="1"/>',
        sharedStrings:
          "<si><t>Привет &amp; пока</t><rPh><t>мимо</t></rPh></si><si><r><t>два</t></r><r><t> куска</t></r></si>",
        styles:
          '<numFmts><numFmt numFmtId="170" formatCode="[$-419]d\\ mmm\\ yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs>',
        rows:
          '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" s="1"><v>44624</v></c><c r="E2" s="2"><v>44624.5</v></c></row>' +
          '<row r="5"><c r="A5"><v>4.0999999999999996</v></c><c r="B5"><v>500100732259</v></c><c r="C5"><v>4.0817810700000002E+19</v></c>' +
          '<c r="D5"><f>A1</f></c><c r="E5"><f>A1</f><v>7</v></c><c r="F5" t="str"><f>B1</f><v></v></c><c r="G5" t="b"><v>1</v></c><c r="H5"><f>A1*2</f><v></v></c><c r="I5"><f>A1*2</f><v/></c></row>',
      }),
    );
    const rows = [];
    for await (const batch of readSpreadsheet(path, "Реестр")) rows.push(...batch);
    expect(rows).toEqual([
      {
        line: 2,
        uses1904: true,
        cells: ["Привет & пока", "", "два куска", "05.03.2026", "05.03.2026"],
        times: new Map([[4, 12 * 60]]),
      },
      {
        line: 5,
        uses1904: true,
        cells: [
          "4.1",
          "500100732259",
          "4.0817810700000002E+19",
          FORMULA_WITHOUT_VALUE,
          "7",
          "",
          "ИСТИНА",
          FORMULA_WITHOUT_VALUE,
          FORMULA_WITHOUT_VALUE,
        ],
      },
    ]);
  });
});

describe("a registry file is checked row by row", () => {
  it.each(["csv", "xlsx"] as const)(
    "finds every planted mistake in %s and nothing else",
    async (format) => {
      const path = join(folder, `planted.${format}`);
      await writePayrollFile({
        path,
        format,
        rowCount: 3_000,
        errorCount: 120,
        workers: makePayrollWorkers(500),
        today: TODAY,
      });
      const { rows } = await readAll(path);
      expect(rows).toHaveLength(3_000);
      const wrong = rows.filter(({ findings }) => findings.length > 0);
      expect(wrong.map(({ line }) => line)).toEqual(
        Array.from({ length: 120 }, (_, index) => (index + 1) * 25 + 1),
      );
      expect(
        wrong.map(({ findings }) => findings.map(({ column, code }) => ({ column, code }))),
      ).toEqual(
        Array.from({ length: 120 }, (_, index) => {
          const { column, code } = PAYROLL_MISTAKES[index % 12] ?? {};
          return [{ column, code }];
        }),
      );
    },
  );

  it.each([
    "payroll-windows-1251.csv",
    "payroll-utf-8.csv",
    "payroll-utf-8-bom.csv",
    "payroll-utf-16.txt",
    "payroll.xlsx",
  ])("finds twelve right and twelve wrong rows in the sample %s", async (name) => {
    const { rows } = await readAll(join(import.meta.dirname, "../../fixtures", name));
    expect(rows).toHaveLength(24);
    expect(
      rows.filter(({ findings }) => findings.length === 1).map(({ findings }) => findings[0]?.code),
    ).toEqual(PAYROLL_MISTAKES.map(({ code }) => code));
  });

  it("warns about a repeated payment and refuses a repeated external id, naming the earlier row", async () => {
    const text = [HEADER, ROW, ROW.replace("A-1", "A-2"), ROW.replace("1 234,56", "5,00")].join(
      "\n",
    );
    const { rows } = await readAll(save("repeats", Buffer.from(text)));
    expect(rows.map(({ findings }) => findings)).toEqual([
      [],
      [
        {
          column: "inn",
          code: "possible_duplicate",
          severity: "warning",
          message: "Возможный повтор строки 2",
        },
      ],
      [
        {
          column: "externalId",
          code: "external_id_repeated",
          severity: "error",
          message: "Внешний ID уже указан в строке 2",
        },
      ],
    ]);
  });

  it("says which columns are not used, except our own column of errors", async () => {
    const { header } = await readAll(
      save("unused", Buffer.from(`${HEADER};Погода;Ошибки\n${ROW};дождь;Строка 2\n`)),
    );
    expect(header?.notes).toEqual([{ kind: "unused_column", titles: ["Погода"] }]);
    expect(header?.columns).toHaveLength(PAYROLL_COLUMNS.length);
  });

  it("ends its thread when the reader stops early and when the signal aborts", async () => {
    const path = join(folder, "stop.csv");
    await writePayrollFile({
      path,
      format: "csv",
      rowCount: 20_000,
      workers: makePayrollWorkers(100),
      today: TODAY,
    });
    for await (const event of readTableFile({ path, sender: "account:1" }, PAYROLL_COLUMNS))
      if (event.type === "rows") break;
    const controller = new AbortController();
    const reading = (async () => {
      for await (const event of readTableFile(
        { path, sender: "account:1" },
        PAYROLL_COLUMNS,
        controller.signal,
      )) {
        if (event.type === "rows") controller.abort(new Error("the person left"));
      }
    })();
    await expect(reading).rejects.toThrow("the person left");
  });
});

/** Letters that the encoding has. */
function encode(text: string, encoding: string): Buffer {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const letters = new TextDecoder(encoding).decode(bytes);
  return Buffer.from([...text].map((letter) => letters.indexOf(letter)));
}

function workbookOf(cell: (text: string) => string, prefix = ""): Buffer {
  const row = (line: string) =>
    `<${prefix}row>${line.split(";").map(cell).join("")}</${prefix}row>`;
  return rawWorkbook({ rows: row(HEADER) + row(ROW) });
}

function save(name: string, content: Buffer): string {
  const path = join(folder, `${name.replaceAll(/[^a-z0-9]/gi, "-")}.xlsx`);
  writeFileSync(path, content);
  return path;
}

async function readAll(path: string) {
  const rows: ReadRow[] = [];
  let header: TableHeader | null = null;
  for await (const event of validateRegistryRows(
    PAYROLL_ROWS,
    readTableFile({ path, sender: "account:1" }, PAYROLL_COLUMNS),
    {
      today: TODAY,
    },
  )) {
    if (event.type === "header") header = event;
    else rows.push(...event.rows);
  }
  return { rows, header };
}
