import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import {
  ERRORS_COLUMN_TITLE,
  matchHeader,
  normalizeHeader,
  REGISTRY_FILE_MESSAGES,
  ROW_ID_COLUMN_TITLE,
  type HeaderMatch,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { invalid } from "#server/http/app-error.ts";

export function isChosenHead(
  choices: ColumnChoices,
  line: number,
  cells: readonly string[],
): boolean {
  if (choices.headLine === 0) return true;
  return line === choices.headLine && isSameHead(choices.head, cells);
}

function isSameHead(one: readonly string[], other: readonly string[]): boolean {
  const text = (cells: readonly string[]) =>
    cells
      .map((cell) => normalizeHeader(headText(cell)))
      .join("\t")
      .trimEnd();
  return text(one) === text(other);
}

/** Nothing of what is read is hidden, and no other sheet could be meant. */
export function isPlain({
  choices,
  columns,
  sheets,
  notes,
}: Omit<FileReading, "readingID">): boolean {
  const places = new Set(Object.values(choices.columns));
  return (
    sheets.length <= 1 &&
    sheets.every(({ isHidden }) => !isHidden) &&
    notes.every(({ kind }) => kind !== "hidden_rows") &&
    columns.every(({ position, isHidden }) => !isHidden || !places.has(position))
  );
}

export function headText(cell: string): string {
  return cell.slice(0, HEAD_CHARACTERS);
}
const HEAD_CHARACTERS = 200;

/** A row's number stands where our own file of errors has it. */
export function matchOfChoices(
  columns: readonly RegistryColumn[],
  { head, columns: places }: ColumnChoices,
): HeaderMatch {
  const positions = columns.map(({ key }) => places[key] ?? -1);
  const { rowIdPosition } = matchHeader(columns, head);
  return {
    positions,
    missing: [],
    repeated: [],
    rowIdPosition: positions.includes(rowIdPosition) ? -1 : rowIdPosition,
    unused: unusedTitles(head, positions),
  };
}

const OUR_TITLES = new Set([ROW_ID_COLUMN_TITLE, ERRORS_COLUMN_TITLE].map(normalizeHeader));

export function unusedTitles(head: readonly string[], positions: readonly number[]): string[] {
  return head.flatMap((title, at) => {
    const name = normalizeHeader(title);
    return name === "" || OUR_TITLES.has(name) || positions.includes(at) ? [] : [title.trim()];
  });
}

/** @throws AppError `invalid` — a required column has neither place nor text. */
export function refuseGaps(
  columns: readonly RegistryColumn[],
  { columns: places, constants }: ColumnChoices,
): void {
  const missing = columns.filter(
    ({ key, required }) => required && !(key in places) && !constants[key]?.trim(),
  );
  if (missing.length > 0)
    throw invalid({ choices: [REGISTRY_FILE_MESSAGES.missingColumns(missing)] });
}
