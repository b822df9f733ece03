import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import type { ReadingNote } from "#contract/registries/reading-note.ts";
import {
  MAX_REGISTRY_ROWS,
  REGISTRY_FILE_MESSAGES,
  type HeaderMatch,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { isChosenHead, matchOfChoices } from "./file-reading/chosen-columns.ts";
import { LeftOutRows } from "./file-reading/left-out-rows.ts";
import { HeaderSearch } from "./header-search.ts";

/** In templates; elsewhere the first visible sheet is read. */
export const SHEET_NAME = "Реестр";

export interface TableFileRow {
  /** In the person's file. */
  readonly line: number;
  /** In column order; absent: empty. */
  readonly cells: string[];
  readonly uses1904?: true;
  /** Keys of the columns whose cells the reader has repaired. */
  readonly mendedKeys?: readonly string[];
  /** Stored row that a returned error file corrects. */
  readonly rowId?: number;
}

export interface TableHeader {
  readonly type: "header";
  readonly columns: string[];
  readonly notes: readonly ReadingNote[];
  /** The platform's own error file: rows overwrite the stored ones. */
  readonly hasRowIds: boolean;
}

export type TableFileEvent = TableHeader | { readonly type: "rows"; readonly rows: TableFileRow[] };

export function readTableRows(
  path: string,
  columns: readonly RegistryColumn[],
  choices?: ColumnChoices,
): AsyncGenerator<TableFileEvent, void, void> {
  return tableRows(columns, readSpreadsheet(path, SHEET_NAME), choices);
}

/**
 * Orders each row's cells by the columns; skips blank rows, leaves out totals and signatures.
 *
 * @param choices - of a person, for a file with a head of its own.
 * @returns one `header`, then `rows` in batches; a second `header` when its notes say what was left
 * out.
 * @throws SpreadsheetError — no header, no row below it, or more than 100 000 rows.
 */
async function* tableRows(
  columns: readonly RegistryColumn[],
  batches: AsyncIterable<SpreadsheetRow[]>,
  choices?: ColumnChoices,
): AsyncGenerator<TableFileEvent, void, void> {
  const search = new HeaderSearch(columns);
  const chosen = choices ? matchOfChoices(columns, choices) : null;
  const constants = columns.map(({ key }) => choices?.constants[key] ?? "");
  let match: HeaderMatch | null = null;
  let isChosen = false;
  let leftOut: LeftOutRows | null = null;
  let header: TableHeader | null = null;
  let count = 0;
  for await (const batch of batches) {
    const rows: TableFileRow[] = [];
    for (const row of batch) {
      const { line, cells, uses1904, mendedCells } = row;
      if (match === null || leftOut === null) {
        isChosen = choices !== undefined && isChosenHead(choices, line, cells);
        match = isChosen ? chosen : search.look(line, cells);
        if (match === null) continue;
        const hasHead = !isChosen || choices?.headLine !== 0;
        leftOut = new LeftOutRows(columns, match.positions, hasHead ? cells : [], line);
        header = headerOf(columns, match);
        yield header;
        if (hasHead) continue;
      }
      const ordered = match.positions.map((position) => cells[position] ?? "");
      if (match.rowIdPosition === -1 && leftOut.has(row)) continue;
      if (ordered.every((cell) => cell.trim() === "")) continue;
      if (isChosen)
        constants.forEach((text, index) => {
          if (text !== "" && match?.positions[index] === -1) ordered[index] = text;
        });
      count += 1;
      if (count > MAX_REGISTRY_ROWS)
        throw new SpreadsheetError("too_many_rows", REGISTRY_FILE_MESSAGES.tooManyRows);
      const rowId = cells[match.rowIdPosition] ?? "";
      rows.push({
        line,
        cells: ordered,
        ...(uses1904 ? { uses1904 } : {}),
        ...(mendedCells ? { mendedKeys: keysAt(columns, match.positions, mendedCells) } : {}),
        ...(/^\d{1,15}$/.test(rowId) ? { rowId: Number(rowId) } : {}),
      });
    }
    if (rows.length > 0) yield { type: "rows", rows };
  }
  if (match === null) throw search.failure();
  if (count === 0) throw new SpreadsheetError("no_rows");
  const notes = leftOut?.notes() ?? [];
  if (header && notes.length > 0) yield { ...header, notes: [...notes, ...header.notes] };
}

function keysAt(
  columns: readonly RegistryColumn[],
  positions: readonly number[],
  places: readonly number[],
): string[] {
  return columns.flatMap(({ key }, index) =>
    places.includes(positions[index] ?? -1) ? [key] : [],
  );
}

function headerOf(columns: readonly RegistryColumn[], match: HeaderMatch): TableHeader {
  return {
    type: "header",
    columns: columns.filter((_, index) => match.positions[index] !== -1).map(({ title }) => title),
    hasRowIds: match.rowIdPosition !== -1,
    notes:
      match.unused.length === 0
        ? []
        : [
            {
              kind: "unused_column",
              titles: match.unused.slice(0, 50).map((title) => title.slice(0, 100)),
            },
          ],
  };
}
