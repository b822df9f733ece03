import { StringDecoder } from "node:string_decoder";

import {
  formatDate,
  fromExcelSerial,
  isLastMinute,
  minuteOfDay,
} from "#contract/values/calendar-date.ts";
import { plainNumber } from "#contract/values/plain-number.ts";
import { FORMULA_WITHOUT_VALUE } from "#contract/values/spreadsheet-cell.ts";

import { columnOf } from "./cell-reference.ts";
import { unguardFormula } from "./formula-guard.ts";
import { MergedCells, readMerges, type Merges } from "./merged-cells.ts";
import { SpreadsheetError } from "./spreadsheet-error.ts";
import {
  RowBatch,
  SPREADSHEET_LIMITS,
  type RowMend,
  type RowMends,
  type SpreadsheetRows,
} from "./spreadsheet-rows.ts";
import { decodeEscapes, readSharedStrings } from "./shared-strings.ts";
import { readWorkbookMap, type WorkbookMap } from "./xlsx-workbook.ts";
import {
  decodeEntities,
  XmlScanner,
  type XmlHandler,
  type XmlShortcut,
  type XmlTag,
} from "./xml-scanner.ts";
import { ZipArchive } from "./zip-archive.ts";

export interface ReadOnce {
  strings?: readonly string[];
  /** By the part of their sheet. */
  merges?: Map<string, Merges>;
}

/**
 * Numbers stay raw text, dates become dd.MM.yyyy, a formula gives its stored value or
 * `FORMULA_WITHOUT_VALUE`.
 *
 * @param preferredSheet - else the active one, else the first visible.
 * @param once - keeps what all sheets of a book share.
 * @throws SpreadsheetError: no workbook, damaged, protected or malicious.
 */
export async function* readXlsx(
  path: string,
  preferredSheet: string,
  once: ReadOnce = {},
): SpreadsheetRows {
  const archive = await ZipArchive.open(path);
  try {
    const workbook = await readWorkbookMap(archive, preferredSheet);
    const strings = (once.strings ??=
      workbook.sharedStringsPath === null
        ? []
        : await readSharedStrings(archive, workbook.sharedStringsPath));
    const batch = new RowBatch(workbook.uses1904);
    const merged = new MergedCells(await mergesOf(archive, workbook.sheetPath, once));
    const sheet = new SheetHandler(workbook, strings, batch, merged);
    const scanner = new XmlScanner(sheet, sheet.cellShortcut);
    const decoder = new StringDecoder("utf8");
    for await (const chunk of archive.read(workbook.sheetPath)) {
      scanner.write(decoder.write(chunk));
      if (batch.isFull) yield batch.take();
    }
    scanner.end();
    if (!sheet.isClosed) throw new SpreadsheetError("damaged");
    const rest = batch.take();
    if (rest.length > 0) yield rest;
  } finally {
    archive.close();
  }
}

/** A sheet is unpacked for them, and is read several times: judged, counted, taken. */
async function mergesOf(archive: ZipArchive, path: string, once: ReadOnce): Promise<Merges> {
  once.merges ??= new Map();
  const merges = once.merges.get(path) ?? (await readMerges(archive, path));
  once.merges.set(path, merges);
  return merges;
}

const CELL =
  /<c(?: r="([A-Z]{1,3})\d{1,7}")?(?: s="(\d{1,5})")?(?: t="(\w{1,9})")?(?:\/>|>(?:<v>([^<]*)<\/v>|<is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is>)<\/c>)/y;

class SheetHandler implements XmlHandler {
  isClosed = false;
  private line = 0;
  private cells: string[] = [];
  private column = -1;
  private mends: RowMends | null = null;
  private times: Map<number, number> | null = null;
  private type = "n";
  private style = 0;
  private value = "";
  private hasValue = false;
  private hasFormula = false;
  private isCapturing = false;
  private isPhonetic = false;
  private isHidden = false;
  private readonly workbook: WorkbookMap;
  private readonly strings: readonly string[];
  private readonly batch: RowBatch;
  private readonly merged: MergedCells;
  /** Rows so far, and the last of their numbers. */
  private rows = 0;
  private lastLine = 0;
  /** The formula of the cell names another workbook. */
  private isLinked = false;
  private isFormula = false;

  constructor(
    workbook: WorkbookMap,
    strings: readonly string[],
    batch: RowBatch,
    merged: MergedCells,
  ) {
    this.workbook = workbook;
    this.strings = strings;
    this.batch = batch;
    this.merged = merged;
  }

  open(name: string, tag: XmlTag): void {
    if (name === "c") this.openCell(tag);
    else if (name === "v") {
      this.isCapturing = true;
      this.hasValue = true;
    } else if (name === "t") {
      this.isCapturing = !this.isPhonetic;
      this.hasValue = true;
    } else if (name === "f") this.hasFormula = this.isFormula = true;
    else if (name === "row") this.openRow(tag);
    else if (name === "rPh") this.isPhonetic = true;
    else if (name === "col" && isUnseen(tag, "width"))
      this.batch.hideColumns(Number(tag.attribute("min")), Number(tag.attribute("max")));
  }

  text(text: string): void {
    if (this.isFormula) this.isLinked ||= /\[\d+\]/.test(text);
    if (!this.isCapturing) return;
    this.value = this.value === "" ? text : this.value + text;
    if (this.value.length > SPREADSHEET_LIMITS.cellCharacters)
      throw new SpreadsheetError("cell_too_long");
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.isCapturing = false;
    else if (name === "c") this.closeCell();
    else if (name === "f") this.isFormula = false;
    else if (name === "row") this.closeRow();
    else if (name === "rPh") this.isPhonetic = false;
    else if (name === "worksheet") this.isClosed = true;
  }

  /** The form of Excel, LibreOffice and our writer. */
  readonly cellShortcut: XmlShortcut = {
    pattern: CELL,
    firstLetter: 0x63,
    take: ([, letters, style, type, value, inline]) => {
      this.column = columnOf(letters ?? null) ?? this.column + 1;
      if (this.column >= SPREADSHEET_LIMITS.columns) throw new SpreadsheetError("too_many_columns");
      this.style = style === undefined ? 0 : Number(style);
      this.type = type ?? "n";
      this.hasFormula = this.isLinked = false;
      this.hasValue = value !== undefined || inline !== undefined;
      this.value = decodeEntities(value ?? inline ?? "");
      if (this.value.length > SPREADSHEET_LIMITS.cellCharacters)
        throw new SpreadsheetError("cell_too_long");
      this.closeCell();
    },
  };

  private openRow(tag: XmlTag): void {
    // Without a number, or with an odd one: the next row.
    const number = Number(tag.attribute("r") ?? 0);
    this.line = Number.isInteger(number) && number > 0 ? number : this.line + 1;
    // Without gaps each number was met before, and a row that is written twice is damage.
    if (
      this.line > SPREADSHEET_LIMITS.sheetRows ||
      (this.line <= this.lastLine && this.rows === this.lastLine)
    )
      throw new SpreadsheetError("damaged");
    if (this.line <= this.lastLine) this.batch.sort();
    this.rows += 1;
    this.lastLine = Math.max(this.line, this.lastLine);
    this.isHidden = isUnseen(tag, "ht");
    this.cells = [];
    this.mends = this.times = null;
    this.column = -1;
  }

  private closeRow(): void {
    const filled = this.merged.fill(this.line, this.cells);
    this.batch.add(
      this.line,
      this.cells,
      filled && this.mends ? new Map([...this.mends, ...filled]) : (filled ?? this.mends),
      this.isHidden,
      this.times,
    );
  }

  private openCell(tag: XmlTag): void {
    const reference = tag.attribute("r");
    this.column = columnOf(reference) ?? this.column + 1;
    if (this.column >= SPREADSHEET_LIMITS.columns) throw new SpreadsheetError("too_many_columns");
    this.type = tag.attribute("t") ?? "n";
    const style = tag.attribute("s");
    this.style = style === null ? 0 : Number(style);
    this.value = "";
    this.hasValue = false;
    this.hasFormula = this.isLinked = false;
  }

  private closeCell(): void {
    // Libraries that do not calculate write `<f>…</f><v></v>`; an empty text has a type.
    const isUncounted =
      this.hasFormula && this.type !== "str" && (!this.hasValue || this.value === "");
    if (isUncounted && this.isLinked) throw new SpreadsheetError("external_links");
    const cell = isUncounted ? FORMULA_WITHOUT_VALUE : this.hasValue ? this.readValue() : "";
    while (this.cells.length < this.column) this.cells.push("");
    this.cells[this.column] = cell;
  }

  private readValue(): string {
    switch (this.type) {
      case "s":
        return this.readString();
      case "n":
        return this.readNumber();
      case "b":
        return this.value === "1" ? "ИСТИНА" : "ЛОЖЬ";
      case "d":
        return this.readWrittenDate();
      case "e":
        return this.value;
      default:
        return unguardFormula(decodeEscapes(this.value));
    }
  }

  /** Never empty by mistake: a row without its name would lose the check of the name. */
  private readString(): string {
    if (this.value === "") return "";
    const text = this.strings[Number(this.value)];
    if (text === undefined) throw new SpreadsheetError("damaged");
    return unguardFormula(text);
  }

  private mend(kind: RowMend): void {
    this.mends ??= new Map();
    this.mends.set(this.column, kind);
  }

  private note(minute: number): void {
    if (minute !== 0) (this.times ??= new Map()).set(this.column, minute);
  }

  private readWrittenDate(): string {
    const [, hours, minutes] = /^\d{4}-\d\d-\d\dT(\d\d):(\d\d)/.exec(this.value) ?? [];
    if (hours) this.note(Number(hours) * 60 + Number(minutes));
    return /^\d{4}-\d\d-\d\d/.test(this.value) ? formatDate(this.value) : this.value;
  }

  private readNumber(): string {
    if (this.value === "") return "";
    if (this.workbook.dateStyles[this.style] === true) {
      const serial = Number(this.value);
      const date = fromExcelSerial(serial, this.workbook.uses1904);
      if (date !== null) {
        if (isLastMinute(serial)) this.mend("midnight");
        this.note(minuteOfDay(serial));
        return formatDate(date);
      }
    }
    return plainNumber(this.value);
  }
}

/** Of a row or a column; `size` names its attribute. */
function isUnseen(tag: XmlTag, size: string): boolean {
  const hidden = tag.attribute("hidden");
  return hidden === "1" || hidden === "true" || Number(tag.attribute(size) ?? "1") === 0;
}
