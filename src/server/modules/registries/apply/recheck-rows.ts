import { sql } from "kysely";
import type { RegistryDependencies } from "../dependencies.ts";
import type { Db, JudgedRow, RegistryKind, ScopeOf } from "../registry-kind.ts";
import { cellChecker, readStoredRows } from "../validation/stored-rows.ts";

export interface RecheckedRow {
  readonly rowNo: number;
  readonly judged: JudgedRow;
}

/**
 * Validates ready rows again: since the upload days have passed and workmen may have registered,
 * been blacklisted or invited elsewhere. Repeats inside the file are skipped: the rows have not
 * changed.
 * @param after - row number after which to continue.
 */
export async function recheckRows(
  deps: RegistryDependencies,
  db: Db,
  kind: RegistryKind,
  registry: ScopeOf,
  after: number,
  limit: number,
): Promise<RecheckedRow[]> {
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
  const judge = kind.rows.judge(scope);
  const check = cellChecker(kind.rows, scope.today);
  const rows = stored.map((row) => check(row.cells, row.file_line ?? row.row_no));
  const question = judge.question(rows);
  if (question) judge.learn(await kind.loadFacts(db, scope, question));
  return stored.map((row, index) => ({
    rowNo: row.row_no,
    judged: judge.judge(rows[index] as (typeof rows)[number]),
  }));
}
