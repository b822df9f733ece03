import { sql } from "kysely";
import type { Platform } from "#server/platform.ts";
import type { Db, JudgedRow, RegistryKind, ScopeOf } from "../registry-kind.ts";
import { cellChecker, readStoredRows } from "../validation/stored-rows.ts";

export interface RecheckedRow {
  readonly rowNo: number;
  readonly judged: JudgedRow;
}

/**
 * Judges ready rows anew: days have passed since they were checked, people have registered, were
 * black-listed or invited elsewhere. Repeats inside the file are not looked for again: the rows are
 * the same.
 *
 * @param after - number of the row behind which it goes on.
 */
export async function recheckRows(
  platform: Platform,
  db: Db,
  kind: RegistryKind,
  registry: ScopeOf,
  after: number,
  limit: number,
): Promise<RecheckedRow[]> {
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
