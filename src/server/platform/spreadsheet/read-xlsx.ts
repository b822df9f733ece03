import { formatDate, fromExcelSerial } from "#contract/values/calendar-date.ts";
import { FORMULA_WITHOUT_VALUE } from "#contract/values/spreadsheet-cell.ts";

import { unguardFormula } from "./formula-guard.ts";
import { SpreadsheetError } from "./spreadsheet-error.ts";
import { RowBatch, SPREADSHEET_LIMITS, type SpreadsheetRows } from "./spreadsheet-rows.ts";
import { readWorkbookMap, type WorkbookMap } from "./xlsx-workbook.ts";
import { XmlScanner, xmlAttribute, type XmlHandler } from "./xml-scanner.ts";
import { ZipArchive } from "./zip-archive.ts";

/** Shared strings must fit into the worker's memory: 24 million characters are two hundred for each of 100 000 rows. */
const MAX_SHARED = { strings: 1_500_000, characters: 24_000_000 } as const;

/**
 * Streams the rows of a workbook's sheet.
 *
 * Cells keep the raw text of their numbers (at Excel's own fifteen digits), dates become dd.MM.yyyy, a formula gives its stored
 * value or `FORMULA_WITHOUT_VALUE`.
 *
 * @param preferredSheet - read the sheet of this name if there is one, else the first visible sheet.
 * @throws SpreadsheetError for archives that are no workbook, are damaged, protected or made to harm.
 */
export async function* readXlsx(path: string, preferredSheet: string): SpreadsheetRows {
  const archive = await ZipArchive.open(path);
  try {
    const workbook = await readWorkbookMap(archive, preferredSheet);
    const strings = workbook.sharedStringsPath === null ? [] : await readSharedStrings(archive, workbook.sharedStringsPath);
    const batch = new RowBatch(workbook.uses1904);
    const sheet = new SheetHandler(workbook, strings, batch);
    const scanner = new XmlScanner(sheet);
    const decoder = new TextDecoder();
    for await (const chunk of archive.read(workbook.sheetPath)) {
      scanner.write(decoder.decode(chunk, { stream: true }));
      if (batch.isFull) yield batch.take();
    }
    if (!sheet.isClosed) throw new SpreadsheetError("damaged");
    const rest = batch.take();
    if (rest.length > 0) yield rest;
  } finally {
    archive.close();
  }
}

async function readSharedStrings(archive: ZipArchive, path: string): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let current = "";
  let isCapturing = false;
  let isPhonetic = false;
  const scanner = new XmlScanner({
    open(name) {
      if (name === "si") current = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isCapturing = !isPhonetic;
    },
    text(text) {
      if (!isCapturing) return;
      current += text;
      if (current.length > SPREADSHEET_LIMITS.cellCharacters) throw new SpreadsheetError("cell_too_long");
    },
    close(name) {
      if (name === "t") isCapturing = false;
      else if (name === "rPh") isPhonetic = false;
      else if (name === "si") {
        characters += current.length;
        strings.push(detach(decodeEscapes(current)));
        if (strings.length > MAX_SHARED.strings || characters > MAX_SHARED.characters) throw new SpreadsheetError("bomb");
      }
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of archive.read(path)) scanner.write(decoder.decode(chunk, { stream: true }));
  return strings;
}

class SheetHandler implements XmlHandler {
  isClosed = false;
  private line = 0;
  private cells: string[] = [];
  private column = -1;
  private type = "n";
  private style = 0;
  private value = "";
  private hasValue = false;
  private hasFormula = false;
  private isCapturing = false;
  private isPhonetic = false;
  private readonly workbook: WorkbookMap;
  private readonly strings: readonly string[];
  private readonly batch: RowBatch;

  constructor(workbook: WorkbookMap, strings: readonly string[], batch: RowBatch) {
    this.workbook = workbook;
    this.strings = strings;
    this.batch = batch;
  }

  open(name: string, attributes: string): void {
    if (name === "c") this.openCell(attributes);
    else if (name === "v") {
      this.isCapturing = true;
      this.hasValue = true;
    } else if (name === "t") {
      this.isCapturing = !this.isPhonetic;
      this.hasValue = true;
    } else if (name === "f") this.hasFormula = true;
    else if (name === "row") this.openRow(attributes);
    else if (name === "rPh") this.isPhonetic = true;
  }

  text(text: string): void {
    if (!this.isCapturing) return;
    this.value = this.value === "" ? text : this.value + text;
    if (this.value.length > SPREADSHEET_LIMITS.cellCharacters) throw new SpreadsheetError("cell_too_long");
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.isCapturing = false;
    else if (name === "c") this.closeCell();
    else if (name === "row") this.batch.add(this.line, this.cells);
    else if (name === "rPh") this.isPhonetic = false;
    else if (name === "worksheet") this.isClosed = true;
  }

  private openRow(attributes: string): void {
    // Rows without numbers follow one another.
    const line = Number(xmlAttribute(attributes, "r") ?? this.line + 1);
    if (!Number.isInteger(line) || line <= this.line || line > SPREADSHEET_LIMITS.sheetRows) throw new SpreadsheetError("damaged");
    this.line = line;
    this.cells = [];
    this.column = -1;
  }

  private openCell(attributes: string): void {
    const reference = xmlAttribute(attributes, "r");
    this.column = reference === null ? this.column + 1 : columnIndex(reference);
    if (this.column >= SPREADSHEET_LIMITS.columns) throw new SpreadsheetError("too_many_columns");
    this.type = xmlAttribute(attributes, "t") ?? "n";
    const style = xmlAttribute(attributes, "s");
    this.style = style === null ? 0 : Number(style);
    this.value = "";
    this.hasValue = false;
    this.hasFormula = false;
  }

  private closeCell(): void {
    const cell = this.hasValue ? this.readValue() : this.hasFormula ? FORMULA_WITHOUT_VALUE : "";
    while (this.cells.length < this.column) this.cells.push("");
    this.cells[this.column] = cell;
  }

  private readValue(): string {
    switch (this.type) {
      case "s":
        return unguardFormula(this.strings[Number(this.value)] ?? "");
      case "n":
        return this.readNumber();
      case "b":
        return this.value === "1" ? "ИСТИНА" : "ЛОЖЬ";
      case "d":
        return /^\d{4}-\d\d-\d\d/.test(this.value) ? formatDate(this.value) : this.value;
      case "e":
        return this.value;
      default:
        return unguardFormula(decodeEscapes(this.value));
    }
  }

  private readNumber(): string {
    if (this.value === "") return "";
    if (this.workbook.dateStyles[this.style] === true) {
      const date = fromExcelSerial(Number(this.value), this.workbook.uses1904);
      if (date !== null) return formatDate(date);
    }
    return trimNumber(this.value);
  }
}

/** Excel stores 4.1 as `4.0999999999999996`; beyond fifteen digits there is only noise. Whole numbers stay as they are. */
function trimNumber(raw: string): string {
  if (raw.length <= 16 || !raw.includes(".") || /e/i.test(raw)) return raw;
  const rounded = Number(Number(raw).toPrecision(15));
  return Number.isFinite(rounded) ? String(rounded) : raw;
}

/** `AB12` → 27. */
function columnIndex(reference: string): number {
  let index = 0;
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    index = index * 26 + (letter - 0x40);
  }
  if (index === 0) throw new SpreadsheetError("damaged");
  return index - 1;
}

/** `_x000D_` stands for a character XML cannot hold. */
function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A slice keeps the whole chunk it was cut from alive; a string that lives long is copied out of it. */
function detach(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, "utf16le").toString("utf16le");
}
