import { randomBytes } from "node:crypto";
import { truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { HEADER_SEARCH_ROWS } from "#contract/registries/registry-columns.ts";
import { readTableFile } from "#server/modules/registries/read-table-file.ts";
import { crowding } from "#tests/support/crowding.ts";
import { makePayrollWorkers, writePayrollFile } from "#tests/support/payroll-file.ts";
import { openDocument, rawWorkbook, rawZip, type RawZipPart } from "#tests/support/raw-zip.ts";

const TODAY = "2026-03-10";
const MEGABYTE = 1024 * 1024;
const HEADER = PAYROLL_COLUMNS.map(({ title }) => title).join(";");
const ROW =
  "A-1;500100732259;Семёнов Пётр;0301;Доставка заказов;01.03.2026;05.03.2026;;1 234,56;Карта;;;";

let folder = "";
/** Start of a thread from TypeScript, ms; the bundle has no such cost. */
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
          rows: "<row><c><f>[1]Лист1!A1</f></c></row>",
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
      "a quote that closes rows below",
      () => Buffer.from(`${HEADER}\n"${ROW}\n${ROW}"\n${big(`${ROW}\n`, 3)}`),
      /строки 2–3: кавычка не закрыта/,
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
      /^Не найдены обязательные столбцы: «ИНН исполнителя», «Код услуги»/,
    ],
    [
      "a header too low",
      () => Buffer.from(`${"отчёт\n".repeat(HEADER_SEARCH_ROWS)}${HEADER}\n${ROW}\n`),
      /^Не найдены обязательные столбцы: «/,
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
    const tookMs = performance.now() - started;
    const slower = crowding();
    expect(tookMs).toBeLessThan((2_000 + startMs) * slower);
    expect(stallMs).toBeLessThan(200 * slower);
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

/** Reads in a thread, like an uploaded file. */
async function readTable(path: string): Promise<void> {
  for await (const _ of readTableFile({ path, sender: "account:1" }, PAYROLL_COLUMNS));
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
