import {
  HEADER_SEARCH_ROWS,
  matchHeader,
  normalizeHeader,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";

export interface FoundHead {
  readonly line: number;
  readonly cells: readonly string[];
  /** By place; two lines are merged: «Период работ с». */
  readonly titles: readonly string[];
}

/** A sum, a date, an ИНН or a telephone: a row of data. */
const DATA = /\d{3,}|\d[.,]\d/;

/**
 * Of a table that is not the template's: the row, or two rows, whose texts name most columns;
 * `null` when rows begin at once.
 */
export function findHead(
  columns: readonly RegistryColumn[],
  rows: readonly SpreadsheetRow[],
): FoundHead | null {
  let best: { readonly head: FoundHead; readonly score: number } | null = null;
  for (const [index, row] of rows.entries()) {
    if (row.line > HEADER_SEARCH_ROWS) break;
    if (!isTitles(row.cells)) continue;
    const next = rows[index + 1];
    const heads = [{ line: row.line, cells: row.cells, titles: row.cells }];
    if (next && next.line === row.line + 1 && isTitles(next.cells) && row.cells.length > 1)
      heads.push({
        line: next.line,
        cells: next.cells,
        titles: joined(columns, row.cells, next.cells),
      });
    for (const head of heads) {
      const score = scoreOf(columns, head.titles);
      if (score > (best?.score ?? 0)) best = { head, score };
    }
  }
  return best?.head ?? null;
}

/** Two texts or more, hardly a number. */
export function isTitles(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length >= 2 && filled.filter((cell) => DATA.test(cell)).length * 4 <= filled.length;
}

/** Our names count twice, other texts a tenth: of two equal rows the wider is the head. */
function scoreOf(columns: readonly RegistryColumn[], titles: readonly string[]): number {
  const { positions } = matchHeader(columns, titles);
  const names = new Set(titles.map(normalizeHeader).filter((title) => title !== ""));
  return positions.filter((at) => at !== -1).length * 2 + names.size / 10;
}

/** A merged cell holds its text in its first place; our names need none above. */
function joined(
  columns: readonly RegistryColumn[],
  upper: readonly string[],
  lower: readonly string[],
): string[] {
  const known = new Set(matchHeader(columns, lower).positions);
  let over = "";
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const own = (upper[at] ?? "").trim();
    const below = (lower[at] ?? "").trim();
    if (own !== "") over = own;
    if (known.has(at)) return below;
    return below === "" ? own : `${over} ${below}`.trim();
  });
}
