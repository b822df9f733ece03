import { sql } from "kysely";
import type { Platform } from "#server/platform.ts";
import type { Db, ValidatedRow, RegistryKind, ScopeOf } from "../registry-kind.ts";
import { cellValidator, readStoredRows } from "../validation/stored-rows.ts";

export interface RevalidatedRow {
  readonly rowNo: number;
  readonly validated: ValidatedRow;
}

/**
 * Validates ready rows anew: days have passed since they were checked, people have registered, were
 * black-listed or invited elsewhere. Repeats inside the file are not looked for again: the rows are
 * the same.
 *
 * @param after - number of the row behind which it goes on.
 */
export async function validateRowsAgain(
  platform: Platform,
  db: Db,
  kind: RegistryKind,
  registry: ScopeOf,
  after: number,
  limit: number,
): Promise<RevalidatedRow[]> {
  const stored = await readStoredRows(
    platform,
    db,
    kind,
    registry,
    sql`i.row_no > ${after} AND i.state = 'READY_TO_APPLY'`,
    limit,
  );
  if (stored.length === 0) return [];
  const scope = await kind.loadScope(platform, db, registry, platform.clock.now());
  const validator = kind.rows.validate(scope);
  const validateCells = cellValidator(kind.rows, scope.today);
  const rows = stored.map((row) => validateCells(row.cells, row.file_line ?? row.row_no));
  const question = validator.question(rows);
  if (question) validator.learn(await kind.loadFacts(db, scope, question));
  return stored.map((row, index) => ({
    rowNo: row.row_no,
    validated: validator.validate(rows[index] as (typeof rows)[number]),
  }));
}
