import {
  HEADER_SEARCH_ROWS,
  matchHeader,
  REGISTRY_FILE_MESSAGES,
  type HeaderMatch,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import type { SpreadsheetRow } from "#server/files/spreadsheet/spreadsheet-rows.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";

/** Keeps the best attempt for the error. */
export class HeaderSearch {
  private best: HeaderMatch | null = null;
  private readonly columns: readonly RegistryColumn[];

  constructor(columns: readonly RegistryColumn[]) {
    this.columns = columns;
  }

  /**
   * A hidden column counts only where no visible one is named so.
   *
   * @throws SpreadsheetError past `HEADER_SEARCH_ROWS`.
   */
  look({ line, cells, hiddenColumns }: SpreadsheetRow): HeaderMatch | null {
    if (line > HEADER_SEARCH_ROWS) throw this.failure();
    const seen = hiddenColumns && cells.map((cell, at) => (hiddenColumns.includes(at) ? "" : cell));
    return (seen && this.#look(seen)) ?? this.#look(cells);
  }

  #look(cells: readonly string[]): HeaderMatch | null {
    const match = matchHeader(this.columns, cells);
    const repeated = match.repeated[0];
    if (match.missing.length === 0 && repeated !== undefined) {
      throw new SpreadsheetError(
        "repeated_column",
        REGISTRY_FILE_MESSAGES.repeatedColumn(repeated.title),
      );
    }
    if (match.missing.length === 0) return match;
    if (this.best === null || match.missing.length < this.best.missing.length) this.best = match;
    return null;
  }

  failure(): SpreadsheetError {
    const missing = this.best?.missing ?? this.columns.filter(({ required }) => required);
    return new SpreadsheetError("missing_column", REGISTRY_FILE_MESSAGES.missingColumns(missing));
  }
}
