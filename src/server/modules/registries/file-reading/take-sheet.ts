import type { FileReading, ReadPart, TextEncoding } from "#contract/registries/file-reading.ts";
import type { ReadingNote } from "#contract/registries/reading-note.ts";
import {
  HEADER_SEARCH_ROWS,
  matchHeader,
  MAX_REGISTRY_ROWS,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { healInn, personInnFinding, tidyInn } from "#contract/values/inn.ts";
import { normalizePhone } from "#contract/values/phone.ts";
import { listSheets, mayHideRows } from "#server/files/spreadsheet/book-sheets.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import type {
  SpreadsheetRow,
  SpreadsheetRows,
} from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { isSameSheet, type Sheet } from "#server/files/spreadsheet/xlsx-workbook.ts";
import { findHead } from "./find-head.ts";

/** In templates; elsewhere the sheet that the person last looked at is read. */
export const SHEET_NAME = "Реестр";

/** Enough to judge by. */
const JUDGED_ROWS = 60;
const JUDGED_SHEETS = 100;

interface SheetTable {
  readonly sheet: Sheet;
  readonly headLine: number;
}

type CountedTable = FileReading["sheets"][number];

/** The one sheet of a book that is read, and what else in it looks like the same kind of table. */
export class TakenSheet {
  /** `null` for a text, which has no sheets. */
  readonly name: string | null;
  readonly #path: string;
  readonly #sheet: Sheet | undefined;
  readonly #tables: readonly SheetTable[];
  readonly #once: object;
  readonly #encoding: TextEncoding | undefined;
  #counted: CountedTable[] | null = null;

  constructor(
    path: string,
    sheet: Sheet | undefined,
    tables: readonly SheetTable[],
    { once = {}, encoding }: { once?: object; encoding?: TextEncoding | undefined },
  ) {
    this.#path = path;
    this.#sheet = sheet;
    this.#tables = tables;
    this.#once = once;
    this.#encoding = encoding;
    this.name = sheet?.name ?? null;
  }

  /** The reader of every sheet keeps their common texts. */
  rows(): SpreadsheetRows {
    return readSpreadsheet(this.#path, this.name ?? "", this.#once, this.#encoding);
  }

  /** Somebody must say which. */
  get isOneOfSeveral(): boolean {
    return this.#sheet?.isHidden || this.#tables.some(({ sheet }) => sheet !== this.#sheet);
  }

  mayHideRows(): Promise<boolean> {
    return this.#sheet ? mayHideRows(this.#path, this.#sheet) : Promise.resolve(false);
  }

  /** Of a book with a choice. */
  async tables(): Promise<CountedTable[]> {
    if (!this.isOneOfSeveral || this.#counted) return this.#counted ?? [];
    const counted: CountedTable[] = [];
    for (const { sheet, headLine } of this.#tables)
      counted.push({
        name: sheet.name,
        rows: await this.#countBelow(sheet, headLine),
        isHidden: sheet.isHidden,
      });
    return (this.#counted = counted);
  }

  async others(): Promise<ReadingNote[]> {
    const others = (await this.tables()).filter(({ name }) => name !== this.name);
    return others.map(({ name, rows }) => ({ kind: "other_sheet", name, rows }));
  }

  /** More than a registry's limit are not counted. */
  async #countBelow({ name }: Sheet, headLine: number): Promise<number> {
    let rows = 0;
    try {
      for await (const batch of readSpreadsheet(this.#path, name, this.#once)) {
        for (const { line } of batch) if (line > headLine) rows += 1;
        if (rows > MAX_REGISTRY_ROWS) break;
      }
    } catch (error) {
      // It is another sheet: what it lacks harms nobody.
      if (!(error instanceof SpreadsheetError)) throw error;
    }
    return rows;
  }
}

/**
 * As named; else the template's own, if nothing vies with it; else the one the person looked at, or
 * the first visible, that holds a table. A hidden one is never taken unnamed, but offered.
 *
 * @param isOffer - a person will see which: the only table of a book may be on a hidden sheet.
 * @throws SpreadsheetError — `no_sheet`: nothing is named so.
 */
export async function takeSheet(
  path: string,
  columns: readonly RegistryColumn[],
  { sheet: named, encoding }: ReadPart = {},
  isOffer = false,
): Promise<TakenSheet> {
  const sheets = await listSheets(path, encoding);
  if (sheets.length <= 1) return new TakenSheet(path, sheets[0], [], { encoding });
  const once = {};
  const tables: SheetTable[] = [];
  const filled: Sheet[] = [];
  for (const sheet of sheets.slice(0, JUDGED_SHEETS)) {
    const rows = await beginningOf(path, sheet, once);
    if (rows.length > 0 && !sheet.isHidden) filled.push(sheet);
    const headLine = headOfTable(columns, rows);
    if (headLine !== null) tables.push({ sheet, headLine });
  }
  const own = sheets.find(({ name }) => isSameSheet(name, SHEET_NAME));
  const visible = tables.flatMap(({ sheet }) => (sheet.isHidden ? [] : [sheet]));
  const isAlone = own && visible.every((sheet) => sheet === own);
  const taken =
    named === undefined
      ? (isAlone && !own.isHidden && own) ||
        active(visible) ||
        (isOffer && active(tables.map(({ sheet }) => sheet))) ||
        active(filled) ||
        active(sheets.filter(({ isHidden }) => !isHidden))
      : // Our own file of errors has no other.
        (sheets.find(({ name }) => isSameSheet(name, named)) ?? own);
  if (!taken)
    throw new SpreadsheetError(
      "no_sheet",
      named === undefined
        ? undefined
        : `В книге нет листа «${named}». Выберите файл снова и укажите лист`,
    );
  // Beside a table that nobody sees, any sheet that somebody does may be meant instead.
  const seen = visible.length === 0 && tables.length > 0 ? filled : [];
  const choice = [...seen.map((sheet) => ({ sheet, headLine: 0 })), ...tables];
  return new TakenSheet(path, taken, choice, { once });
}

function active(sheets: readonly Sheet[]): Sheet | undefined {
  return sheets.find(({ isActive }) => isActive) ?? sheets[0];
}

async function beginningOf(path: string, { name }: Sheet, once: object): Promise<SpreadsheetRow[]> {
  try {
    for await (const rows of readSpreadsheet(path, name, once))
      return rows
        .slice(0, JUDGED_ROWS)
        .map((row) => ({ ...row, cells: row.cells.map((cell) => cell.slice(0, 200)) }));
  } catch (error) {
    // Only the sheet that is taken can refuse the book.
    if (!(error instanceof SpreadsheetError)) throw error;
  }
  return [];
}

/** @returns its line; 0 without a head; `null` when nobody is named in the sheet. */
function headOfTable(
  columns: readonly RegistryColumn[],
  rows: readonly SpreadsheetRow[],
): number | null {
  const own = rows.find(({ line, cells }) => {
    const { missing, positions } = matchHeader(columns, cells);
    // A directory of the template has one of our titles.
    const named = positions.filter((at) => at !== -1).length;
    return line <= HEADER_SEARCH_ROWS && missing.length === 0 && named >= 2;
  });
  if (own) return rows.some(({ line }) => line > own.line) ? own.line : null;
  const head = findHead(columns, rows);
  const headLine = head?.line ?? 0;
  const below = rows.filter(({ line }) => line > headLine);
  if (below.length === 0) return null;
  const whose = columns.filter(
    ({ required, holds }) => required && (holds === "inn" || holds === "phone"),
  );
  const { positions } = matchHeader(columns, head?.titles ?? []);
  const known = columns.filter((_, index) => positions[index] !== -1);
  const isNamed =
    whose.length === 0
      ? known.filter(({ required }) => required).length >= 2
      : known.some((column) => whose.includes(column));
  return isNamed || below.some(({ cells }) => cells.some((cell) => isSomebody(whose, cell)))
    ? headLine
    : null;
}

function isSomebody(columns: readonly RegistryColumn[], cell: string): boolean {
  if (cell.length < 9 || cell.length > 40 || !/\d{3}/.test(cell)) return false;
  return columns.some(({ holds }) =>
    holds === "inn"
      ? personInnFinding(healInn(tidyInn(cell))) === null
      : normalizePhone(cell) !== null,
  );
}
