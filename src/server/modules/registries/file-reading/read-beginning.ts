import type { FileReading, ReadPart } from "#contract/registries/file-reading.ts";
import type { ReadingNote } from "#contract/registries/reading-note.ts";
import {
  HEADER_SEARCH_ROWS,
  matchHeader,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { sniffSpreadsheet } from "#server/files/spreadsheet/sniff.ts";
import { exactDigits } from "#contract/values/plain-number.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { headText, isPlain } from "./chosen-columns.ts";
import { findHead } from "./find-head.ts";
import { guessColumns } from "./guess-columns.ts";
import { guessPeriod } from "./guess-period.ts";
import { LeftOutRows } from "./left-out-rows.ts";
import { takeSheet, type TakenSheet } from "./take-sheet.ts";

const SHOWN_ROWS = 100;
const SHOWN_CHARACTERS = 200;
const EXAMPLES = 3;
/** Above a table, to look for its period. */
const MOST_ABOVE = 4_000;

/** `sheet`, `encoding`: that a person chose. */
export interface BeginningInput extends ReadPart {
  readonly path: string;
  readonly columns: readonly RegistryColumn[];
  /** Moscow date. */
  readonly today: string;
  /** In the template's order they need no head. */
  readonly isPasted: boolean;
}

export type Beginning = Omit<FileReading, "readingID">;

/**
 * The first rows, and what the columns were taken for. In the reader's thread.
 *
 * @throws SpreadsheetError.
 */
export async function readBeginning(input: BeginningInput): Promise<Beginning> {
  const { columns, isPasted, encoding } = input;
  const shape = await sniffSpreadsheet(input.path, encoding);
  const sheet = await takeSheet(input.path, columns, input, true);
  const all = await firstRows(sheet);
  const hidden = new Set(all[0]?.hiddenColumns);
  const known = all.find(
    ({ line, cells }) => line <= HEADER_SEARCH_ROWS && isTemplateHead(columns, cells, hidden),
  );
  const head = known
    ? { line: known.line, cells: known.cells, titles: known.cells }
    : (findHead(columns, all) ?? { line: 0, cells: [], titles: [] });
  const below = all.filter(({ line }) => line > head.line);
  const width = Math.max(0, head.titles.length, ...below.map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, (_, at) => (head.titles[at] ?? "").trim());
  const isOrdered = isPasted && head.line === 0 && isTemplateOrder(columns, below);
  const guess = isOrdered
    ? { columns: inOrder(columns), reasons: {} }
    : guessColumns(columns, titles, (at) => textsAt(below, at), hidden, known !== undefined);
  const positions = columns.map(({ key }) => guess.columns[key] ?? -1);
  const leftOut = () => new LeftOutRows(columns, positions, head.cells, head.line);
  const seen = leftOut();
  const rows = below.filter((row) => !seen.has(row)).slice(0, SHOWN_ROWS);
  const hiddenRows = await hiddenRowsOf(sheet, head.line, leftOut());
  if (rows.length === 0 && hiddenRows.length === 0) throw new SpreadsheetError("no_rows");
  const above = all.filter(({ line }) => line < head.line).flatMap(({ cells }) => cells);
  const isTemplate =
    isOrdered ||
    (known !== undefined && Object.values(guess.reasons).every((reason) => reason === "title"));
  const reading: Beginning = {
    isTemplate,
    isKnown: false,
    sheet: sheet.name,
    encoding: shape.type === "csv" && !isPasted ? shape.encoding : null,
    sheets: await sheet.tables(),
    notes: [...(await sheet.others()), ...hiddenRows],
    choices: {
      ...(sheet.name === null ? {} : { sheet: sheet.name }),
      ...(encoding ? { encoding } : {}),
      headLine: head.line,
      head: head.cells.map(headText),
      columns: guess.columns,
      constants: guessPeriod(
        columns,
        guess.columns,
        above.join(" ").slice(0, MOST_ABOVE),
        input.today,
      ),
    },
    reasons: guess.reasons,
    columns: titles.flatMap((title, position) => {
      const texts = textsAt(rows, position).filter((text) => text.trim() !== "");
      const examples = [...new Set(texts)].slice(0, EXAMPLES);
      return title === "" && examples.length === 0
        ? []
        : [{ position, title, examples, isHidden: hidden.has(position) }];
    }),
    rows: rows.map(({ line, cells }) => ({ line, cells })),
  };
  return { ...reading, isKnown: isTemplate && isPlain(reading) };
}

/** Rows that nobody sees do not fill the page. */
async function firstRows(sheet: TakenSheet): Promise<SpreadsheetRow[]> {
  const most = SHOWN_ROWS + 2 * HEADER_SEARCH_ROWS;
  const rows: SpreadsheetRow[] = [];
  for await (const batch of sheet.rows()) {
    for (const row of batch) {
      if (rows.length >= most && row.isHidden) continue;
      rows.push({ ...row, cells: row.cells.map(shortened) });
    }
    if (rows.length >= 2 * most) break;
  }
  return rows.slice(0, 2 * most);
}

/** Reads to the end only where something may be hidden. */
async function hiddenRowsOf(
  sheet: TakenSheet,
  headLine: number,
  leftOut: LeftOutRows,
): Promise<ReadingNote[]> {
  if (!(await sheet.mayHideRows())) return [];
  for await (const batch of sheet.rows())
    for (const row of batch) if (row.line > headLine) leftOut.has(row);
  return leftOut.notes().filter(({ kind }) => kind === "hidden_rows");
}

function isTemplateHead(
  columns: readonly RegistryColumn[],
  cells: readonly string[],
  hidden: ReadonlySet<number>,
): boolean {
  const seen = cells.map((cell, at) => (hidden.has(at) ? "" : cell));
  return [seen, cells].some((titles) => {
    const { missing, repeated } = matchHeader(columns, titles);
    return missing.length === 0 && repeated.length === 0;
  });
}

/** Nothing looks at the rest, and expressions over 32 000 characters are slow. */
function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Without a head: an ИНН or a telephone where the template has it. */
function isTemplateOrder(
  columns: readonly RegistryColumn[],
  rows: readonly SpreadsheetRow[],
): boolean {
  const identity = columns.findIndex(
    ({ required, holds }) => required && (holds === "inn" || holds === "phone"),
  );
  return (
    identity === -1 ||
    rows.some(({ cells }) =>
      /^\D*(?:\d\D*){9,12}$/.test(exactDigits((cells[identity] ?? "").slice(0, 40))),
    )
  );
}

function inOrder(columns: readonly RegistryColumn[]): Record<string, number> {
  return Object.fromEntries(columns.map(({ key }, index) => [key, index]));
}

function textsAt(rows: readonly SpreadsheetRow[], position: number): string[] {
  return rows.map(({ cells }) => cells[position] ?? "");
}
