import {
  HEADER_SEARCH_ROWS,
  matchHeader,
  REGISTRY_FILE_MESSAGES,
  type HeaderMatch,
  type RegistryColumn,
} from "#contract/registries/registry-columns.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";

/** Looks for the header in the first rows and remembers the best attempt for the error. */
export class HeaderSearch {
  private best: HeaderMatch | null = null;
  private readonly columns: readonly RegistryColumn[];

  constructor(columns: readonly RegistryColumn[]) {
    this.columns = columns;
  }

  /** The header when this row is one; throws when it is too late to find it. */
  look(line: number, cells: readonly string[]): HeaderMatch | null {
    if (line > HEADER_SEARCH_ROWS) throw this.failure();
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
    const missing = (this.best?.missing ?? this.columns.filter(({ required }) => required))[0];
    return new SpreadsheetError(
      "missing_column",
      REGISTRY_FILE_MESSAGES.missingColumn(missing?.title ?? ""),
    );
  }
}
