import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { PreviewSession } from "#console/resources/registries/preview/preview-session.ts";
import { readTextTable, RecordSplitter } from "#console/resources/registries/preview/read-text-table.ts";
import { readWorkbook } from "#console/resources/registries/preview/read-workbook.ts";
import { sniffTable } from "#console/resources/registries/preview/sniff-table.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { headerTitle } from "#contract/registries/registry-columns.ts";

const FIXTURES = resolve("tests/fixtures");
/** The business date the fixtures were made for. */
const TODAY = "2026-03-10";

async function preview(file: Blob, isPasted = false): Promise<PreviewSession> {
  const shape = await sniffTable(file);
  const session = new PreviewSession(TODAY, { mayLackHeader: isPasted, delimiter: shape.kind === "workbook" ? undefined : shape.delimiter });
  for await (const rows of shape.kind === "workbook" ? readWorkbook(file) : readTextTable(file, shape)) session.add(rows);
  session.finish();
  return session;
}

const fixture = async (name: string) => new Blob([await readFile(join(FIXTURES, name))]);

describe("the preview reads every form a registry comes in", () => {
  test.each(["payroll-windows-1251.csv", "payroll-utf-8.csv", "payroll-utf-8-bom.csv", "payroll-utf-16.txt", "payroll.xlsx"])("%s: 24 rows, 12 with mistakes, all columns", async (name) => {
    const session = await preview(await fixture(name));
    expect(session.totals()).toMatchObject({ rows: 24, errors: 12, problems: 12 });
    expect(session.head()?.columns.every(({ isFound }) => isFound)).toBe(true);
    expect(session.window(0, 1, false)[0]?.cells.slice(1, 4)).toEqual(["771000000013", "Семёнов Пётр Ильич", "0301"]);
    expect(session.window(0, 1, false)[0]?.line).toBe(2);
  });

  test("rows with mistakes can be looked at alone, each with its sentence", async () => {
    const session = await preview(await fixture("payroll-windows-1251.csv"));
    const rows = session.window(0, 100, true);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toMatchObject({ line: 3, remarks: [{ column: "inn", severity: "error", message: "Неверная контрольная сумма ИНН" }] });
  });
});

describe("a file that is no registry", () => {
  test("without a required column says which one", async () => {
    await expect(preview(new Blob(["Имя;Сумма\nИван;100\n"]))).rejects.toThrow("Не найден обязательный столбец");
  });
  test("without anything is empty", async () => {
    await expect(preview(new Blob([]))).rejects.toThrow("Файл пуст");
  });
  test("of the old Excel asks for another format", async () => {
    await expect(preview(new Blob([Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1])]))).rejects.toThrow("Сохраните файл в формате XLSX или CSV");
  });
});

test("a pasted block without a header is read in the order of the template", async () => {
  const cells = ["", "771000000013", "Семёнов Пётр Ильич", "0301", "Доставка заказов, рейс 1", "01.03.2026", "07.03.2026", "", "100,50"];
  const session = await preview(new Blob(["sep=\t\n", cells.join("\t"), "\n", cells.join("\t")]), true);
  expect(session.totals()).toMatchObject({ rows: 2, errors: 0, warnings: 1, sumRubles: 201 });
  expect(session.window(1, 1, false)[0]?.remarks[0]?.message).toBe("Возможный повтор строки 1");
});

test("a repaired cell is counted, not complained about", async () => {
  const header = PAYROLL_COLUMNS.map(headerTitle).join(";");
  const session = await preview(new Blob([`${header}\nA1;77 1000 0000 13;Семёнов Пётр;301;Доставка заказов;01.03.2026;02.03.2026;;1 000,00;;;;\n`]));
  expect(session.totals()).toMatchObject({ errors: 0, healed: 1, sumRubles: 1000 });
  expect(session.window(0, 1, false)[0]?.healed).toEqual(["inn", "serviceCode"]);
});

describe("records are split whatever way the text was cut", () => {
  const text = 'Имя;"Текст; с ""кавычками""\nи переносом";1\r\nдва;б"в;3\n';
  test.each([1, 2, 3, 7, 1000])("into pieces of %i", (size) => {
    const splitter = new RecordSplitter({ delimiter: ";", hasSeparatorLine: false });
    const rows = [];
    for (let at = 0; at < text.length; at += size) rows.push(...splitter.push(text.slice(at, at + size)));
    rows.push(...splitter.finish());
    expect(rows.map(({ cells }) => cells)).toEqual([
      ["Имя", 'Текст; с "кавычками"\nи переносом', "1"],
      ["два", 'б"в', "3"],
    ]);
  });
});
