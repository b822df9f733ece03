import { sql } from "kysely";
import type { RegistryDependencies } from "../dependencies.ts";
import type { Db, ValidatedRow, RegistryKind, ScopeOf } from "../registry-kind.ts";
import { cellValidator, readStoredRows } from "../validation/stored-rows.ts";

export interface RevalidatedRow {
  readonly rowNo: number;
  readonly validated: ValidatedRow;
}

/**
 * Validates ready rows again: since the upload days have passed and workmen may have registered,
 * been blacklisted or invited elsewhere. Repeats inside the file are skipped: the rows have not
 * changed.
 * @param after - row number after which to continue.
 */
export async function validateRowsAgain(
  deps: RegistryDependencies,
  db: Db,
  kind: RegistryKind,
  registry: ScopeOf,
  after: number,
  limit: number,
): Promise<RevalidatedRow[]> {
  const stored = await readStoredRows(
    deps,
    db,
    kind,
    registry,
    sql`i.row_no > ${after} AND i.state = 'READY_TO_APPLY'`,
    limit,
  );
  if (stored.length === 0) return [];
  const scope = await kind.loadScope(deps, db, registry, deps.clock.now());
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
