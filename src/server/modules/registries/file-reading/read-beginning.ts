import type { FileReading } from "#contract/registries/file-reading.ts";
import {
  HEADER_SEARCH_ROWS,
  matchHeader,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { SHEET_NAME } from "../table-rows.ts";
import { headText } from "./chosen-columns.ts";
import { findHead } from "./find-head.ts";
import { guessColumns } from "./guess-columns.ts";
import { guessPeriod } from "./guess-period.ts";
import { LeftOutRows } from "./left-out-rows.ts";

const SHOWN_ROWS = 100;
const SHOWN_CHARACTERS = 200;
const EXAMPLES = 3;
/** Above a table, to look for its period. */
const MOST_ABOVE = 4_000;

export interface BeginningInput {
  readonly path: string;
  readonly columns: readonly RegistryColumn[];
  /** Moscow date. */
  readonly today: string;
  /** In the template's order they need no head. */
  readonly isPasted: boolean;
}

/**
 * The first rows, and what the columns were taken for. In the reader's thread.
 *
 * @throws SpreadsheetError.
 */
export async function readBeginning(input: BeginningInput): Promise<FileReading> {
  const { columns, isPasted } = input;
  const all = await firstRows(input.path);
  const known = all.find(
    ({ line, cells }) => line <= HEADER_SEARCH_ROWS && isTemplateHead(columns, cells),
  );
  const head = known
    ? { line: known.line, cells: known.cells, titles: known.cells }
    : (findHead(columns, all) ?? { line: 0, cells: [], titles: [] });
  const below = all.filter(({ line }) => line > head.line);
  const width = Math.max(0, head.titles.length, ...below.map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, (_, at) => (head.titles[at] ?? "").trim());
  const isOrdered = isPasted && head.line === 0 && isTemplateOrder(columns, below);
  const guess = isOrdered
    ? { columns: inOrder(columns), reasons: {}, isSure: true }
    : guessColumns(columns, titles, (at) => textsAt(below, at));
  const positions = columns.map(({ key }) => guess.columns[key] ?? -1);
  const leftOut = new LeftOutRows(columns, positions, head.cells, head.line);
  const rows = below.filter((row) => !leftOut.has(row)).slice(0, SHOWN_ROWS);
  if (rows.length === 0) throw new SpreadsheetError("no_rows");
  const above = all.filter(({ line }) => line < head.line).flatMap(({ cells }) => cells);
  const isTemplate = isOrdered || (known !== undefined && guess.isSure);
  return {
    isTemplate,
    isKnown: isTemplate,
    choices: {
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
      return title === "" && examples.length === 0 ? [] : [{ position, title, examples }];
    }),
    rows: rows.map(({ line, cells }) => ({ line, cells })),
  };
}

async function firstRows(path: string): Promise<SpreadsheetRow[]> {
  const rows: SpreadsheetRow[] = [];
  for await (const batch of readSpreadsheet(path, SHEET_NAME)) {
    for (const row of batch) rows.push({ ...row, cells: row.cells.map(shortened) });
    if (rows.length >= SHOWN_ROWS + 2 * HEADER_SEARCH_ROWS) break;
  }
  return rows.slice(0, SHOWN_ROWS + 2 * HEADER_SEARCH_ROWS);
}

function isTemplateHead(columns: readonly RegistryColumn[], cells: readonly string[]): boolean {
  const { missing, repeated } = matchHeader(columns, cells);
  return missing.length === 0 && repeated.length === 0;
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
    rows.some(({ cells }) => /^\D*(?:\d\D*){9,12}$/.test((cells[identity] ?? "").slice(0, 40)))
  );
}

function inOrder(columns: readonly RegistryColumn[]): Record<string, number> {
  return Object.fromEntries(columns.map(({ key }, index) => [key, index]));
}

function textsAt(rows: readonly SpreadsheetRow[], position: number): string[] {
  return rows.map(({ cells }) => cells[position] ?? "");
}
