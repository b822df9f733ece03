import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import { noteSentence, type ReadingNote } from "#contract/registries/reading-note.ts";
import {
  MAX_REGISTRY_ROWS,
  REGISTRY_FILE_MESSAGES,
  type HeaderMatch,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import type { RowMend, SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { isChosenHead, matchOfChoices, unusedTitles } from "./file-reading/chosen-columns.ts";
import { EveningDates } from "./file-reading/evening-dates.ts";
import { guessColumns } from "./file-reading/guess-columns.ts";
import { LeftOutRows } from "./file-reading/left-out-rows.ts";
import { takeSheet } from "./file-reading/take-sheet.ts";
import { HeaderSearch } from "./header-search.ts";

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

/**
 * Orders each row's cells by the columns; skips blank rows, leaves out totals, signatures and what
 * is hidden.
 *
 * @param choices - of a person, for a file with a head of its own.
 * @returns one `header`, then `rows` in batches; a second `header` when its notes say what was done
 * with the rows.
 * @throws SpreadsheetError — no header, no row below it, or more than 100 000 rows.
 */
export async function* readTableRows(
  path: string,
  columns: readonly RegistryColumn[],
  choices?: ColumnChoices,
): AsyncGenerator<TableFileEvent, void, void> {
  const sheet = await takeSheet(path, columns, choices);
  const search = new HeaderSearch(columns);
  const constants = columns.flatMap(({ key }, index) => {
    const text = choices?.constants[key] ?? "";
    return text === "" || choices?.columns[key] !== undefined ? [] : [{ index, text }];
  });
  const mended = new Map<RowMend, number>();
  let table: FoundTable | null = null;
  let count = 0;
  for await (const batch of sheet.rows()) {
    const rows: TableFileRow[] = [];
    for (const [at, row] of batch.entries()) {
      const { line, cells } = row;
      if (table === null) {
        table = findTable(columns, choices, search, batch, at);
        if (table) yield table.header;
        if (!table?.isHeadless) continue;
      }
      const { positions, rowIdPosition } = table;
      const ordered = positions.map((position) => cells[position] ?? "");
      if (rowIdPosition === -1 && table.leftOut.has(row)) continue;
      if (ordered.every((cell) => cell.trim() === "")) continue;
      if (table.isChosen) for (const { index, text } of constants) ordered[index] = text;
      count += 1;
      if (count > MAX_REGISTRY_ROWS)
        throw new SpreadsheetError("too_many_rows", REGISTRY_FILE_MESSAGES.tooManyRows);
      table.evenings.see(row);
      for (const mend of row.mended ?? []) mended.set(mend, (mended.get(mend) ?? 0) + 1);
      const rowId = cells[rowIdPosition] ?? "";
      rows.push({
        line,
        cells: ordered,
        ...(row.uses1904 ? { uses1904: true } : {}),
        ...(row.mendedCells ? { mendedKeys: keysAt(columns, positions, row.mendedCells) } : {}),
        ...(/^\d{1,15}$/.test(rowId) ? { rowId: Number(rowId) } : {}),
      });
    }
    if (rows.length > 0) yield { type: "rows", rows };
  }
  if (table === null) throw search.failure();
  const notes = [
    ...(await sheet.others()),
    ...table.leftOut.notes(),
    ...table.evenings.notes(table.titleOf),
    ...[...mended].map(([kind, rows]) => ({ kind, rows })),
  ];
  if (count === 0) throw noRows(notes);
  if (notes.length > 0) yield { ...table.header, notes: [...notes, ...table.header.notes] };
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

/** Only hidden ones: another sentence. */
function noRows(notes: readonly ReadingNote[]): SpreadsheetError {
  const hidden = notes.find(({ kind }) => kind === "hidden_rows");
  return new SpreadsheetError(
    "no_rows",
    hidden && `Все строки файла скрыты. ${noteSentence(hidden)}`,
  );
}

interface FoundTable {
  readonly positions: readonly number[];
  readonly rowIdPosition: number;
  readonly isChosen: boolean;
  /** Rows begin at once. */
  readonly isHeadless: boolean;
  readonly leftOut: LeftOutRows;
  readonly evenings: EveningDates;
  readonly titleOf: (position: number) => string;
  readonly header: TableHeader;
}

/** @returns `null` while the row is above the head. */
function findTable(
  columns: readonly RegistryColumn[],
  choices: ColumnChoices | undefined,
  search: HeaderSearch,
  batch: readonly SpreadsheetRow[],
  at: number,
): FoundTable | null {
  const row = batch[at];
  if (!row) return null;
  const { line, cells } = row;
  const isChosen = choices !== undefined && isChosenHead(choices, line, cells);
  const hidden = new Set(row.hiddenColumns);
  const named = isChosen
    ? { ...matchOfChoices(columns, choices), notes: [] }
    : withGuesses(columns, search.look(row), row, batch.slice(at + 1, at + 1 + GUESSED_ROWS));
  if (!named) return null;
  const isHeadless = isChosen && choices.headLine === 0;
  const { positions, rowIdPosition } = named;
  const titles = isHeadless ? [] : cells;
  return {
    positions,
    rowIdPosition,
    isChosen,
    isHeadless,
    leftOut: new LeftOutRows(columns, positions, titles, line, choices?.takesHidden),
    evenings: new EveningDates(columns, positions),
    titleOf: (position) => titleAt(titles, position),
    header: headerOf(columns, named, cells, hidden),
  };
}

const GUESSED_ROWS = 100;

/**
 * Nobody chose columns: one that only its name's likeness tells is used and said, never dropped; a
 * visible one wins over a hidden one.
 */
function withGuesses(
  columns: readonly RegistryColumn[],
  match: HeaderMatch | null,
  { cells, hiddenColumns }: SpreadsheetRow,
  below: readonly SpreadsheetRow[],
): (HeaderMatch & { readonly notes: readonly ReadingNote[] }) | null {
  if (match === null) return null;
  const hidden = new Set(hiddenColumns);
  const guess = guessColumns(
    columns,
    cells,
    (at) => below.map((row) => (row.cells[at] ?? "").slice(0, 200)),
    hidden,
    true,
  );
  const notes: ReadingNote[] = [];
  const positions = columns.map(({ key, title }, index) => {
    const position = match.positions[index] ?? -1;
    const guessed = guess.columns[key];
    const reason = guess.reasons[key];
    if (guessed === undefined || (position !== -1 && !hidden.has(position))) return position;
    if (position === -1 && reason === "values") return position;
    if (reason !== "title")
      notes.push({ kind: "guessed_column", title: titleAt(cells, guessed), as: title });
    return guessed;
  });
  return { ...match, positions, unused: unusedTitles(cells, positions), notes };
}

function titleAt(head: readonly string[], position: number): string {
  return (head[position] ?? "").trim().slice(0, 100) || `Столбец ${position + 1}`;
}

function headerOf(
  columns: readonly RegistryColumn[],
  match: Pick<HeaderMatch, "positions" | "rowIdPosition" | "unused"> & {
    readonly notes: readonly ReadingNote[];
  },
  head: readonly string[],
  hidden: ReadonlySet<number>,
): TableHeader {
  const { positions, rowIdPosition, unused, notes } = match;
  const taken = [...new Set(positions)].filter((at) => hidden.has(at));
  return {
    type: "header",
    columns: columns.filter((_, index) => positions[index] !== -1).map(({ title }) => title),
    hasRowIds: rowIdPosition !== -1,
    notes: [
      ...taken.map((at) => ({ kind: "hidden_column" as const, title: titleAt(head, at) })),
      ...notes,
      ...(unused.length === 0
        ? []
        : [
            {
              kind: "unused_column" as const,
              titles: unused.slice(0, 50).map((title) => title.slice(0, 100)),
            },
          ]),
    ],
  };
}
