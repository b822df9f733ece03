import { formatDate, fromExcelSerial } from "#contract/values/calendar-date.ts";
import { FORMULA_WITHOUT_VALUE } from "#contract/values/spreadsheet-cell.ts";
import { PreviewError, type TablePieces, type TableRow } from "./table-rows.ts";
import { MAX_RECORD_CHARACTERS, plainCell } from "./text-records.ts";
import { openZip, type ZipParts } from "./zip-parts.ts";

const SHEET_NAME = "реестр";

/**
 * Streams the rows of the sheet «Реестр», or of the first visible one. Numbers are raw text, dates
 * dd.MM.yyyy.
 * @throws PreviewError for an unusual archive; the server's message is more precise.
 */
export async function* readWorkbook(file: Blob): TablePieces {
  const zip = await openZip(file);
  const { sheetPath, uses1904, dateStyles } = await readMap(zip);
  const strings = zip.has("xl/sharedStrings.xml") ? await readSharedStrings(zip) : [];
  const reader = new SheetReader(strings, dateStyles, uses1904);
  for await (const text of zip.read(sheetPath)) {
    const rows = reader.push(text);
    if (rows.length > 0) yield rows;
  }
}

async function readMap(zip: ZipParts) {
  if (!zip.has("xl/workbook.xml"))
    throw new PreviewError(
      "Файл не удалось прочитать: это не таблица. Сохраните файл в формате XLSX или CSV",
      true,
    );
  const workbook = await zip.text("xl/workbook.xml");
  const relations = await zip.text("xl/_rels/workbook.xml.rels");
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => tag);
  const sheet =
    sheets.find((tag) => attribute(tag, "name")?.trim().toLowerCase() === SHEET_NAME) ??
    sheets.find((tag) => (attribute(tag, "state") ?? "visible") === "visible") ??
    sheets[0] ??
    "";
  const id = attribute(sheet, "r:id") ?? attribute(sheet, "id");
  const relation =
    [...relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)]
      .map(([tag]) => tag)
      .find((tag) => attribute(tag, "Id") === id) ?? "";
  const target = attribute(relation, "Target") ?? "worksheets/sheet1.xml";
  const styles = zip.has("xl/styles.xml") ? await zip.text("xl/styles.xml") : "";
  return {
    sheetPath: target.startsWith("/") ? target.slice(1) : `xl/${target}`,
    uses1904: /<(?:\w+:)?workbookPr\b[^>]*date1904="(?:1|true)"/.test(workbook),
    dateStyles: readDateStyles(styles),
  };
}

/** By style index: whether the cell shows a date. */
function readDateStyles(styles: string): boolean[] {
  const custom = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, "numFmtId"),
      isDateFormat(attribute(tag, "formatCode") ?? ""),
    ]),
  );
  const cells = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? "";
  return [...cells.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([tag]) => {
    const id = attribute(tag, "numFmtId");
    return custom.get(id) ?? isBuiltInDate(Number(id));
  });
}

/** Built-in number formats of dates. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22;
}

function isDateFormat(code: string): boolean {
  return /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g, ""));
}

async function readSharedStrings(zip: ZipParts): Promise<string[]> {
  const strings: string[] = [];
  let rest = "";
  for await (const text of zip.read("xl/sharedStrings.xml")) {
    rest += text;
    let position = 0;
    for (;;) {
      const end = rest.indexOf("</si>", position);
      if (end === -1) break;
      strings.push(textOf(rest.slice(position, end)));
      position = end + 5;
    }
    rest = rest.slice(position);
  }
  return strings;
}

/** Text of an element without phonetic hints. */
function textOf(xml: string): string {
  const plain = xml.includes("<rPh") ? xml.replace(/<rPh\b[\s\S]*?<\/rPh>/g, "") : xml;
  let text = "";
  for (const [, piece = ""] of plain.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)) text += piece;
  return decodeEntities(text);
}

const CELL = /<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g;

class SheetReader {
  private rest = "";
  private line = 0;
  private readonly strings: readonly string[];
  private readonly dateStyles: readonly boolean[];
  private readonly uses1904: boolean;

  constructor(strings: readonly string[], dateStyles: readonly boolean[], uses1904: boolean) {
    this.strings = strings;
    this.dateStyles = dateStyles;
    this.uses1904 = uses1904;
  }

  push(text: string): TableRow[] {
    const buffer = this.rest + text;
    const rows: TableRow[] = [];
    let position = 0;
    for (;;) {
      const end = buffer.indexOf("</row>", position);
      if (end === -1) break;
      const start = buffer.lastIndexOf("<row", end);
      const row = this.readRow(buffer.slice(Math.max(start, position), end));
      if (row !== null) rows.push(row);
      position = end + 6;
    }
    this.rest = buffer.slice(position);
    if (this.rest.length > MAX_RECORD_CHARACTERS * 4)
      throw new PreviewError("Предпросмотр недоступен: строки прочитает сервер", false);
    return rows;
  }

  private readRow(xml: string): TableRow | null {
    const tagEnd = xml.indexOf(">");
    this.line = Number(attribute(xml.slice(0, tagEnd + 1), "r") ?? this.line + 1);
    const cells: string[] = [];
    let isFilled = false;
    let column = -1;
    for (const [, tag = "", inside = ""] of xml.matchAll(CELL)) {
      const reference = /\br="([A-Z]{1,3})\d+"/.exec(tag)?.[1];
      column = reference === undefined ? column + 1 : columnIndex(reference);
      if (column > 999) continue;
      while (cells.length < column) cells.push("");
      const cell = this.readCell(tag, inside);
      cells[column] = cell;
      if (cell !== "") isFilled = true;
    }
    if (!isFilled) return null;
    return this.uses1904 ? { line: this.line, cells, uses1904: true } : { line: this.line, cells };
  }

  private readCell(tag: string, inside: string): string {
    const type = /\bt="(\w+)"/.exec(tag)?.[1] ?? "n";
    if (type === "inlineStr") return plainCell(textOf(inside));
    const value = /<v(?:\s[^>]*)?>([^<]*)<\/v>/.exec(inside)?.[1];
    // Libraries that do not calculate omit the value or leave it empty; an empty text is a valid
    // result only for type `str`.
    if (!value && type !== "str" && inside.includes("<f")) return FORMULA_WITHOUT_VALUE;
    if (value === undefined) return "";
    if (type === "s") return plainCell(this.strings[Number(value)] ?? "");
    if (type !== "n") return plainCell(decodeEntities(value));
    const style = Number(/\bs="(\d+)"/.exec(tag)?.[1] ?? 0);
    const date = this.dateStyles[style] ? fromExcelSerial(Number(value), this.uses1904) : null;
    return date === null ? trimNumber(value) : formatDate(date);
  }
}

/** Excel stores 4.1 as `4.0999999999999996`; digits beyond 15 are noise. */
function trimNumber(raw: string): string {
  return raw.length > 16 && raw.includes(".") && !/e/i.test(raw)
    ? String(Number(Number(raw).toPrecision(15)))
    : raw;
}

function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters) index = index * 26 + (letter.charCodeAt(0) - 0x40);
  return index - 1;
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decodeEntities(value);
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,6}));/gi,
    (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}
