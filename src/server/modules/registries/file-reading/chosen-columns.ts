import type { ColumnChoices } from "#contract/registries/file-reading.ts";
import {
  normalizeHeader,
  REGISTRY_FILE_MESSAGES,
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

export function headText(cell: string): string {
  return cell.slice(0, HEAD_CHARACTERS);
}
const HEAD_CHARACTERS = 200;

export function matchOfChoices(
  columns: readonly RegistryColumn[],
  { head, columns: places }: ColumnChoices,
): HeaderMatch {
  const positions = columns.map(({ key }) => places[key] ?? -1);
  return {
    positions,
    missing: [],
    repeated: [],
    rowIdPosition: -1,
    unused: head.flatMap((title, at) =>
      title.trim() === "" || positions.includes(at) ? [] : [title.trim()],
    ),
  };
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
