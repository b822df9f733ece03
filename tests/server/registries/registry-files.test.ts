import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { headerTitle } from "#contract/registries/registry-columns.ts";
import { REGISTRY_KINDS } from "#contract/registries/registry-kinds.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { isFormulaLike } from "#server/files/spreadsheet/formula-guard.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { rawWorkbook, rawZip } from "#tests/support/raw-zip.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

let product: TestApp;
let owner: string;
let folder: string;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  owner = (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone;
  folder = await mkdtemp(join(tmpdir(), "registry-files-"));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const MEGABYTE = 1024 * 1024;
const KINDS = ["job", "workman", "workman-registration"] as const;
const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "=1+1\nx",
  "\u00A0=1",
  "＝1+1",
  '=HYPERLINK("http://x")',
];

describe.each(KINDS)("files of a registry of %s", (kind) => {
  const header = REGISTRY_KINDS[kind].columns.map(headerTitle).join(";");

  test("that are hostile or foreign are refused with a sentence, and leave neither a registry nor a file", async () => {
    const desk = new RegistryDesk(product, kind, owner);
    const files: [string, Buffer, RegExp][] = [
      [
        "rows.xlsx",
        rawWorkbook({ rows: "<row><c><v>1</v></c></row>".repeat((60 * MEGABYTE) / 26) }),
        /слишком велик после распаковки/,
      ],
      [
        "inner.xlsx",
        rawZip([{ name: "inner.zip", data: rawZip([{ name: "a", data: "b" }]) }]),
        /это не таблица/,
      ],
      [
        "climb.xlsx",
        rawWorkbook({ rows: "", extraParts: [{ name: "../../etc/passwd", data: "x" }] }),
        /собран неправильно/,
      ],
      [
        "macro.xlsx",
        rawWorkbook({ rows: "", extraParts: [{ name: "xl/vbaProject.bin", data: "x" }] }),
        /макросы/,
      ],
      [
        "page.xlsx",
        Buffer.from("<html><table><tr><td>ИНН</td></tr></table></html>"),
        /это не таблица/,
      ],
      ["packed.csv", gzipSync(header), /это не таблица/],
      [
        "quote.csv",
        Buffer.from(`${header}\n"${header.replaceAll(/[^;]/g, "")}\nа"\n`),
        /строки 2–3: кавычка не закрыта/,
      ],
      ["other.csv", Buffer.from("Город;Индекс\nМосква;101000"), /Не найден(ы)? обязательны/],
      ["header.csv", Buffer.from(header), /нет строк/],
    ];
    for (const [fileName, data, sentence] of files) {
      const answer = await desk.send(data, { fileName });
      expect([fileName, answer.statusCode], answer.body).toEqual([fileName, 422]);
      expect(answer.body).toMatch(sentence);
    }
    expect(await desk.list()).toEqual([]);
    expect(await readdir(join(product.config.dataDir, "uploads")).catch(() => [])).toEqual([]);
  });

  test("in windows-1251 and UTF-16 are read", async () => {
    const desk = new RegistryDesk(product, kind, owner);
    const text = registryCsv(kind, [
      Object.fromEntries(REGISTRY_KINDS[kind].columns.map(({ key }) => [key, "Проба"])),
    ]);
    const id = await desk.upload(
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(text.replaceAll(";", "\t"), "utf16le"),
      ]),
    );
    expect((await desk.items(id))[0]?.cells["project"]).toBe("Проба");
  });

  test("give back no cell that a spreadsheet would run, and the same text when they are read again", async () => {
    const desk = new RegistryDesk(product, kind, owner);
    const { columns } = REGISTRY_KINDS[kind];
    const id = await desk.upload(
      registryCsv(
        kind,
        FORMULAS.map((formula) => Object.fromEntries(columns.map(({ key }) => [key, formula]))),
      ),
    );
    for (const [format, path, method] of [
      ["csv", "errors/download?format=csv", "GET"],
      ["xlsx", "errors/download?format=xlsx", "GET"],
      ["csv", "download", "POST"],
    ] as const) {
      const answer = await desk.call(
        method,
        `${desk.path}/${id}/${path}`,
        method === "POST" ? { format } : undefined,
      );
      expect(answer.statusCode).toBe(200);
      if (format === "csv") {
        const cells = new TextDecoder("windows-1251")
          .decode(answer.rawPayload)
          .split(/\r\n|;/)
          .map((cell) => cell.replace(/^"|"$/g, "").replaceAll('""', '"'));
        // A leading apostrophe keeps a text a text.
        expect(cells.filter((cell) => !cell.startsWith("'") && isFormulaLike(cell))).toEqual([]);
      } else expect(answer.rawPayload.includes("<f>")).toBe(false);
      if (!path.startsWith("errors")) continue;
      const file = join(folder, `${kind}.${format}`);
      await writeFile(file, answer.rawPayload);
      const texts: string[] = [];
      for await (const rows of readSpreadsheet(file, "Реестр"))
        for (const { line, cells } of rows) if (line > 1) texts.push(cells[0] ?? "");
      expect(texts.length).toBe(FORMULAS.length);
      expect(texts[0]).toBe("=1+1");
    }
  });
});

test("a hundred thousand invitations are read, checked and shown at any page", async () => {
  const desk = new RegistryDesk(product, "workman", owner);
  const id = await desk.upload(
    registryCsv(
      "workman",
      Array.from({ length: 100_000 }, (_, index) => ({
        phone: `79${String(900_000_000 + index * 7)}`,
        firstName: "Пётр",
      })),
    ),
  );
  expect(await desk.registry(id)).toMatchObject({
    state: { id: "READY" },
    rowsCount: 100_000,
    readyCount: 100_000,
  });
  expect((await desk.items(id, "?page=3000&perPage=30"))[0]?.rowNo).toBe(2_999 * 30 + 1);
});
