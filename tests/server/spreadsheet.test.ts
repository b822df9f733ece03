import { randomBytes } from "node:crypto";
import { truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { FORMULA_WITHOUT_VALUE } from "#contract/values/spreadsheet-cell.ts";
import { checkRegistryRows } from "#server/modules/registries/check-registry-rows.ts";
import { PAYROLL_ROWS } from "#server/modules/registries/payroll/payroll-rows.ts";
import { readTableFile } from "#server/modules/registries/read-table-file.ts";
import type { CheckedRow } from "#server/modules/registries/registry-file-events.ts";
import type { TableHeader } from "#server/modules/registries/table-rows.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { encodeWindows1251 } from "#server/files/spreadsheet/windows-1251.ts";
import {
  makePayrollWorkers,
  PAYROLL_MISTAKES,
  writePayrollFile,
} from "#tests/support/payroll-file.ts";
import { openDocument, rawWorkbook, rawZip, type RawZipPart } from "#tests/support/raw-zip.ts";

const TODAY = "2026-03-10";
const MEGABYTE = 1024 * 1024;
const HEADER = PAYROLL_COLUMNS.map(({ title }) => title).join(";");
const ROW =
  "A-1;500100732259;Семёнов Пётр;0301;Доставка заказов;01.03.2026;05.03.2026;;1 234,56;Карта;;;";

let folder = "";
/** What starting a thread from TypeScript costs here; the bundle has none of it. */
let startMs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spreadsheet-"));
  const started = performance.now();
  await readTable(save("first", Buffer.alloc(0))).catch(() => undefined);
  startMs = performance.now() - started;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a hostile or foreign file is refused in two seconds with a sentence that says what to do", () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const ole = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(4096),
  ]);
  const big = (text: string, megabytes: number) =>
    text.repeat(Math.ceil((megabytes * MEGABYTE) / text.length));
  const manyParts: RawZipPart[] = Array.from({ length: 20_000 }, (_, index) => ({
    name: `xl/p${index}.xml`,
    data: "",
  }));

  it.each<[string, () => Buffer, RegExp]>([
    [
      "a bomb of rows",
      () => rawWorkbook({ rows: big("<row><c><v>1</v></c></row>", 60) }),
      /слишком велик после распаковки/,
    ],
    [
      "a bomb in one cell",
      () => rawWorkbook({ rows: `<row>${cell(big("я", 60))}</row>` }),
      /слишком велик после распаковки/,
    ],
    [
      "a bomb of shared strings",
      () => rawWorkbook({ rows: "", sharedStrings: big("<si><t>a</t></si>", 60) }),
      /слишком велик после распаковки/,
    ],
    [
      "a sparse bomb of empty rows",
      () => rawWorkbook({ rows: noisy("<row/>", 20) }),
      /не удалось прочитать|слишком велик/,
    ],
    [
      "a size that lies",
      () =>
        rawWorkbook({
          rows: big("<row><c><v>1</v></c></row>", 20),
          sheetPart: { declaredBytes: 1000 },
        }),
      /слишком велик после распаковки/,
    ],
    [
      "an archive inside an archive",
      () => rawZip([{ name: "inner.zip", data: rawZip([{ name: "a", data: "b" }]) }]),
      /это не таблица/,
    ],
    ["twenty thousand parts", () => rawZip(manyParts), /собран неправильно/],
    [
      "a name that climbs out",
      () => rawWorkbook({ rows: "", extraParts: [{ name: "../../etc/passwd", data: "x" }] }),
      /собран неправильно/,
    ],
    [
      "a symbolic link",
      () =>
        rawWorkbook({
          rows: "",
          extraParts: [
            { name: "xl/link", data: "/etc/passwd", externalAttributes: (0o120777 << 16) >>> 0 },
          ],
        }),
      /собран неправильно/,
    ],
    [
      "an encrypted part",
      () => rawWorkbook({ rows: "", sheetPart: { flags: 1 } }),
      /защищён паролем/,
    ],
    [
      "a workbook with a password",
      () => Buffer.concat([ole, Buffer.from("EncryptedPackage", "utf16le")]),
      /защищён паролем/,
    ],
    ["an old xls", () => ole, /^Сохраните файл в формате XLSX или CSV$/],
    ["an OpenDocument table", () => openDocument(), /это таблица OpenDocument \(\.ods\)/],
    [
      "a program",
      () => Buffer.concat([Buffer.from("MZ\x90\x00"), randomBytes(5000)]),
      /это не таблица/,
    ],
    [
      "a web page",
      () => Buffer.from("<html><body><table><tr><td>ИНН</td></tr></table></body></html>"),
      /это не таблица/,
    ],
    [
      "a picture",
      () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), randomBytes(5000)]),
      /это не таблица/,
    ],
    ["a packed file", () => gzipSync("ИНН"), /это не таблица/],
    [
      "random bytes",
      () => Buffer.concat([Buffer.from("ab\0"), randomBytes(100_000)]),
      /не удалось прочитать/,
    ],
    [
      "macros",
      () => rawWorkbook({ rows: "", extraParts: [{ name: "xl/vbaProject.bin", data: "x" }] }),
      /макросы/,
    ],
    [
      "a link to another workbook",
      () =>
        rawWorkbook({
          rows: "",
          extraParts: [{ name: "xl/externalLinks/externalLink1.xml", data: "<x/>" }],
        }),
      /ссылается на другие книги/,
    ],
    [
      "an external entity",
      () =>
        rawWorkbook({
          rows: `<row>${cell("&x;")}</row>`,
          sheetHead: '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        }),
      /собран неправильно/,
    ],
    [
      "a truncated workbook",
      () => rawWorkbook({ rows: `<row>${cell("ИНН")}</row>` }).subarray(0, 700),
      /он повреждён/,
    ],
    [
      "a sheet cut in the middle",
      () => rawWorkbook({ rows: "<row><c><v>1</v></c></row><!--" }),
      /он повреждён/,
    ],
    [
      "sixteen thousand columns",
      () => rawWorkbook({ rows: `<row>${cell("1").repeat(16_384)}</row>` }),
      /слишком много столбцов/,
    ],
    [
      "sixteen thousand columns in text",
      () => Buffer.from(`${"a;".repeat(16_384)}\n`),
      /слишком много столбцов/,
    ],
    [
      "a quote that never closes",
      () => Buffer.from(`${HEADER}\n"${big(`${ROW}\n`, 3)}`),
      /не закрыта кавычка/,
    ],
    ["one endless line", () => Buffer.from(big("a", 3)), /строка слишком длинная/],
    [
      "a huge cell",
      () => Buffer.from(`${HEADER}\n${"я".repeat(40_000)};1\n`),
      /слишком длинный текст/,
    ],
    [
      "NUL inside the text",
      () => Buffer.from(`${HEADER}\n${big(`${ROW}\n`, 1)}a\0b;\n`),
      /служебные символы/,
    ],
    [
      "bytes that break UTF-8 half-way",
      () =>
        Buffer.concat([Buffer.from(`${HEADER}\n${big(`${ROW}\n`, 1)}`), Buffer.from([0xcf, 0xf0])]),
      /кодировки/,
    ],
    ["nothing", () => Buffer.alloc(0), /^Файл пуст$/],
    ["blank lines", () => Buffer.from("\n\n ; ;\n".replaceAll(" ", "")), /^Файл пуст$/],
    [
      "a header and no rows",
      () => Buffer.from(`${HEADER}\n`),
      /^В файле есть заголовок, но нет строк/,
    ],
    [
      "no header",
      () => Buffer.from("1;2;3\n4;5;6\n"),
      /^Не найден обязательный столбец «ИНН исполнителя»$/,
    ],
    [
      "a header too low",
      () => Buffer.from(`${"отчёт\n".repeat(10)}${HEADER}\n${ROW}\n`),
      /^Не найден обязательный столбец «/,
    ],
    [
      "a missing column",
      () => Buffer.from(`${HEADER.replace("Код услуги", "Погода")}\n${ROW}\n`),
      /^Не найден обязательный столбец «Код услуги»$/,
    ],
    [
      "a column given twice",
      () => Buffer.from(`${HEADER};ИНН\n${ROW}\n`),
      /^Столбец «ИНН исполнителя» указан дважды/,
    ],
  ])("%s", async (name, make, sentence) => {
    const path = save(name, make());
    const before = process.memoryUsage().rss;
    const started = performance.now();
    const loop = watchLoop();
    const error = await readTable(path).then(
      () => null,
      (reason: unknown) => reason,
    );
    const { stallMs, peakRss } = loop.stop();
    expect(error).toMatchObject({
      name: "SpreadsheetError",
      message: expect.stringMatching(sentence),
    });
    expect(performance.now() - started).toBeLessThan(2_000 + startMs);
    expect(stallMs).toBeLessThan(200);
    expect(peakRss - before).toBeLessThan(150 * MEGABYTE);
  });

  it("a gigabyte is refused by its size alone", async () => {
    const path = save("gigabyte", Buffer.from(`${HEADER}\n`));
    truncateSync(path, 1024 * MEGABYTE);
    await expect(readTable(path)).rejects.toMatchObject({
      code: "too_big",
      message: "Файл слишком большой. Допустимо не более 50\u00A0МБ",
    });
  });

  it("more than a hundred thousand rows are refused with the number", async () => {
    const path = join(folder, "long.csv");
    await writePayrollFile({
      path,
      format: "csv",
      rowCount: 100_001,
      workers: makePayrollWorkers(100),
      today: TODAY,
    });
    await expect(readTable(path)).rejects.toMatchObject({
      code: "too_many_rows",
      message: expect.stringContaining("больше 100\u00A0000 строк"),
    });
  });
});

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
      issues: [],
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
    const text = `${HEADER}\n\n${ROW.replace("Доставка заказов", '"Доставка ""Быстро""\nи точно"')}\n;;;\n${ROW.replace("A-1", "A-2").replace("Семёнов Пётр", "Семёнов Пётр").replace("Доставка", 'ООО "Ромашка" доставка')}\n`;
    const { rows } = await readAll(save("quotes", Buffer.from(text)));
    expect(rows.map(({ line, values }) => [line, values.receiptText])).toEqual([
      [3, 'Доставка "Быстро" и точно'],
      [5, 'ООО "Ромашка" доставка заказов'],
    ]);
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
      const wrong = rows.filter(({ issues }) => issues.length > 0);
      expect(wrong.map(({ line }) => line)).toEqual(
        Array.from({ length: 120 }, (_, index) => (index + 1) * 25 + 1),
      );
      expect(
        wrong.map(({ issues }) => issues.map(({ column, code }) => ({ column, code }))),
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
    const { rows } = await readAll(join(import.meta.dirname, "../fixtures", name));
    expect(rows).toHaveLength(24);
    expect(
      rows.filter(({ issues }) => issues.length === 1).map(({ issues }) => issues[0]?.code),
    ).toEqual(PAYROLL_MISTAKES.map(({ code }) => code));
  });

  it("warns about a repeated payment and refuses a repeated external id, naming the earlier row", async () => {
    const text = [HEADER, ROW, ROW.replace("A-1", "A-2"), ROW.replace("1 234,56", "5,00")].join(
      "\n",
    );
    const { rows } = await readAll(save("repeats", Buffer.from(text)));
    expect(rows.map(({ issues }) => issues)).toEqual([
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
    expect(header?.warnings).toEqual(["Столбец «Погода» не используется"]);
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
    for await (const event of readTableFile(path, PAYROLL_COLUMNS))
      if (event.type === "rows") break;
    const controller = new AbortController();
    const reading = (async () => {
      for await (const event of readTableFile(path, PAYROLL_COLUMNS, controller.signal)) {
        if (event.type === "rows") controller.abort(new Error("the person left"));
      }
    })();
    await expect(reading).rejects.toThrow("the person left");
  });
});

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

/** Blank rows between random comments: packs badly, so the ratio alone does not stop it. */
function noisy(row: string, megabytes: number): string {
  const noise = randomBytes(64 * 1024).toString("hex");
  let xml = "";
  while (xml.length < megabytes * MEGABYTE)
    xml += `<!--${noise.slice(0, 50_000)}-->${row.repeat(2_000_000 / megabytes)}`;
  return xml;
}

/** In its thread, as an uploaded file is. */
async function readTable(path: string): Promise<void> {
  for await (const _ of readTableFile(path, PAYROLL_COLUMNS));
}

async function readAll(path: string) {
  const rows: CheckedRow[] = [];
  let header: TableHeader | null = null;
  for await (const event of checkRegistryRows(PAYROLL_ROWS, readTableFile(path, PAYROLL_COLUMNS), {
    today: TODAY,
  })) {
    if (event.type === "header") header = event;
    else rows.push(...event.rows);
  }
  return { rows, header };
}

function watchLoop() {
  let last = performance.now();
  let stallMs = 0;
  let peakRss = 0;
  const look = () => {
    const now = performance.now();
    stallMs = Math.max(stallMs, now - last - 10);
    last = now;
    peakRss = Math.max(peakRss, process.memoryUsage().rss);
  };
  const timer = setInterval(look, 10);
  return {
    stop() {
      look();
      clearInterval(timer);
      return { stallMs, peakRss };
    },
  };
}
