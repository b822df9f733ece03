import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join, resolve } from "node:path";
import Papa from "papaparse";
import { SaxesParser } from "saxes";
import { unzip } from "./unzip.ts";

/** A cell's value: text, number, date yyyy-MM-dd, or empty. */
export type OpenedCell = string | number | { readonly date: string } | null;
/** By sheet, without trailing empty cells. */
export type OpenedTables = ReadonlyMap<string, readonly (readonly OpenedCell[])[]>;
/** A CSV is a sheet named like its file. */
export interface TableFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Independent of our code. */
export interface TableReader {
  readonly name: string;
  /** @throws Error with the program's message, or where a formula is. */
  open(files: readonly TableFile[]): readonly OpenedTables[];
}

/**
 * Always readers of the published formats (ECMA-376 by saxes, RFC 4180 by papaparse); openpyxl
 * where Python is; LibreOffice where installed.
 */
export function tableReaders(): readonly TableReader[] {
  return [PUBLISHED, openpyxl(), libreOffice()].filter((reader) => reader !== null);
}

const PUBLISHED: TableReader = {
  name: "a reader of the published formats",
  open: (files) =>
    files.map((file) => (isCsv(file.name) ? csvTables(file) : workbookTables(unzip(file.bytes)))),
};

function csvTables({ name, bytes }: TableFile): OpenedTables {
  const { data, errors } = Papa.parse<string[]>(
    new TextDecoder("windows-1251", { fatal: true }).decode(bytes),
    { delimiter: ";", skipEmptyLines: true },
  );
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  return new Map([[sheetOf(name), data.map(trimmed)]]);
}

function workbookTables(parts: ReadonlyMap<string, Buffer>): OpenedTables {
  const targets = new Map(
    elementsOf(parts, "xl/_rels/workbook.xml.rels", "Relationship").map(({ attributes }) => [
      attributes["Id"],
      attributes["Target"],
    ]),
  );
  const dateFormats = new Set(
    elementsOf(parts, "xl/styles.xml", "numFmt")
      .filter(({ attributes }) => /[dmy]{2}/.test(attributes["formatCode"] ?? ""))
      .map(({ attributes }) => attributes["numFmtId"]),
  );
  const styles = elementsOf(parts, "xl/styles.xml", "xf", "cellXfs").map(({ attributes }) =>
    dateFormats.has(attributes["numFmtId"]),
  );
  return new Map(
    elementsOf(parts, "xl/workbook.xml", "sheet").map(({ attributes }) => [
      attributes["name"] ?? "",
      sheetRows(parts, `xl/${targets.get(attributes["r:id"])}`, styles),
    ]),
  );
}

function sheetRows(
  parts: ReadonlyMap<string, Buffer>,
  part: string,
  isDate: readonly boolean[],
): OpenedCell[][] {
  if (elementsOf(parts, part, "f").length > 0) throw new Error(`${part}: a formula`);
  const rows: OpenedCell[][] = [];
  for (const { attributes, text } of elementsOf(parts, part, "c")) {
    const [, letters = "", line = ""] = /^([A-Z]+)(\d+)$/.exec(attributes["r"] ?? "") ?? [];
    const column =
      [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const row = (rows[Number(line) - 1] ??= []);
    while (row.length < column) row.push(null);
    row.push(
      attributes["t"] === "inlineStr"
        ? text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          )
        : isDate[Number(attributes["s"] ?? 0)]
          ? { date: dayOf(Number(text)) }
          : Number(text),
    );
  }
  return rows.map(trimmed);
}

interface Element {
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** `within` limits to the first such element. */
function elementsOf(
  parts: ReadonlyMap<string, Buffer>,
  part: string,
  name: string,
  within?: string,
): Element[] {
  const found: Element[] = [];
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on("opentag", (tag) => {
    if (tag.name === name && (within === undefined || open.includes(within)))
      found.push({ attributes: tag.attributes as Record<string, string>, text: "" });
    open.push(tag.name);
  });
  parser.on("text", (text) => {
    const last = found.at(-1);
    if (last && open.includes(name)) last.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  const bytes = parts.get(part);
  if (!bytes) throw new Error(`the workbook has no ${part}`);
  parser.write(bytes.toString("utf8")).close();
  return found;
}

const OPENPYXL = "openpyxl==3.1.5";
const OPENPYXL_FOLDER = resolve(import.meta.dirname, `../../node_modules/.cache/${OPENPYXL}`);
const READ_BY_PYTHON = `
import csv, datetime, json, os, sys
from openpyxl import load_workbook
from openpyxl.utils.escape import unescape
def cell(c):
    if c.data_type == 'f': raise ValueError('a formula in ' + c.coordinate)
    v = c.value
    if isinstance(v, datetime.datetime): return {'date': v.date().isoformat()}
    return unescape(v) if isinstance(v, str) else v
def tables(path):
    if path.endswith('.csv'):
        return {os.path.basename(path)[:-4]: list(csv.reader(open(path, encoding='cp1251', newline=''), delimiter=';', strict=True))}
    return {s.title: [[cell(c) for c in row] for row in s.iter_rows()] for s in load_workbook(path).worksheets}
print(json.dumps([tables(path) for path in sys.argv[1:]]))
`;

function openpyxl(): TableReader | null {
  const python = ["python3", "python"].find((name) =>
    succeeds(name, ["-c", "import sys; assert sys.version_info >= (3, 8)"]),
  );
  if (!python) return null;
  const isThere =
    existsSync(OPENPYXL_FOLDER) ||
    succeeds(python, [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--retries",
      "0",
      "--timeout",
      "15",
      "--disable-pip-version-check",
      "--target",
      OPENPYXL_FOLDER,
      OPENPYXL,
    ]);
  if (!isThere) return null;
  const env = { ...process.env, PYTHONPATH: OPENPYXL_FOLDER, PYTHONIOENCODING: "utf-8" };
  return {
    name: "openpyxl",
    open: (files) =>
      inFolder(files, (paths) => {
        const opened = JSON.parse(
          execFileSync(python, ["-c", READ_BY_PYTHON, ...paths], {
            encoding: "utf8",
            env,
            maxBuffer: 1 << 28,
          }),
        ) as Record<string, OpenedCell[][]>[];
        return opened.map(
          (tables) =>
            new Map(Object.entries(tables).map(([name, rows]) => [name, rows.map(trimmed)])),
        );
      }),
  };
}

/** «;» and windows-1251. */
const CSV_AS_RUSSIAN = "--infilter=CSV:59,34,34,1,,1049";

function libreOffice(): TableReader | null {
  const office = ["soffice", "libreoffice"].find((name) => succeeds(name, ["--version"]));
  if (!office) return null;
  const convert = (folder: string, paths: readonly string[], ...more: string[]) => {
    if (paths.length > 0)
      execFileSync(
        office,
        [
          `-env:UserInstallation=file://${join(folder, "profile")}`,
          "--headless",
          ...more,
          "--convert-to",
          "fods",
          "--outdir",
          folder,
          ...paths,
        ],
        { stdio: "ignore", timeout: 120_000 },
      );
  };
  return {
    name: "LibreOffice",
    open: (files) =>
      inFolder(files, (paths, folder) => {
        convert(
          folder,
          paths.filter((path) => !isCsv(path)),
        );
        convert(folder, paths.filter(isCsv), CSV_AS_RUSSIAN);
        return paths.map((path) =>
          openDocumentTables(readFileSync(join(folder, `${sheetOf(path)}.fods`), "utf8")),
        );
      }),
  };
}

const MOST_COLUMNS = 500;

/** OpenDocument 1.2: repeated cells and rows are stored once with a count. */
function openDocumentTables(xml: string): OpenedTables {
  if (xml.includes("table:formula=")) throw new Error("a formula");
  const tables = new Map<string, OpenedCell[][]>();
  let rows: OpenedCell[][] = [];
  let row: OpenedCell[] = [];
  let rowTimes = 1;
  let cell: Element = { attributes: {}, text: "" };
  let isInParagraph = false;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const given = attributes as Record<string, string>;
    if (name === "table:table") tables.set(given["table:name"] ?? "", (rows = []));
    if (name === "table:table-row")
      [row, rowTimes] = [[], Number(given["table:number-rows-repeated"] ?? 1)];
    if (name === "table:table-cell") cell = { attributes: given, text: "" };
    if (name === "text:p")
      [isInParagraph, cell.text] = [true, cell.text === "" ? "" : `${cell.text}\n`];
    if (name === "text:s") cell.text += " ".repeat(Number(given["text:c"] ?? 1));
  });
  parser.on("text", (text) => {
    if (isInParagraph) cell.text += text;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "text:p") isInParagraph = false;
    if (name === "table:table-cell") {
      const value = openDocumentCell(cell);
      const times = Number(cell.attributes["table:number-columns-repeated"] ?? 1);
      // Filler to the last column.
      if (value !== null || times < MOST_COLUMNS)
        row.push(...Array.from({ length: times }, () => value));
    }
    if (name === "table:table-row" && trimmed(row).length > 0)
      rows.push(...Array.from({ length: rowTimes }, () => trimmed(row)));
  });
  parser.write(xml).close();
  return tables;
}

function openDocumentCell({ attributes, text }: Element): OpenedCell {
  const type = attributes["office:value-type"];
  if (type === "date") return { date: (attributes["office:date-value"] ?? "").slice(0, 10) };
  if (type === "string") return text;
  return type === undefined ? null : Number(attributes["office:value"]);
}

function inFolder<Answer>(
  files: readonly TableFile[],
  work: (paths: readonly string[], folder: string) => Answer,
): Answer {
  const folder = mkdtempSync(join(tmpdir(), "opened-"));
  try {
    const paths = files.map(({ name, bytes }) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      return path;
    });
    return work(paths, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function succeeds(command: string, parameters: readonly string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: "ignore", timeout: 120_000 });
    return true;
  } catch {
    return false;
  }
}

function trimmed(row: readonly OpenedCell[]): OpenedCell[] {
  const cells = row.map((cell) => (cell === "" || cell === undefined ? null : cell));
  while (cells.length > 0 && cells.at(-1) === null) cells.pop();
  return cells;
}

const isCsv = (path: string) => extname(path) === ".csv";
const sheetOf = (path: string) => basename(path, extname(path));
/** Day 1 is 1900-01-01, and 29 February 1900 exists. */
const dayOf = (serial: number) =>
  new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10);
