import { sql } from "kysely";
import type { Platform } from "#server/platform.ts";
import type { Db, ValidatedRow, RegistryKind, ScopeOf } from "../registry-kind.ts";
import { lineOf } from "../registry-pages.ts";
import { RowsValidation } from "../validation/rows-validation.ts";
import { readStoredRows } from "../validation/stored-rows.ts";

export interface RevalidatedRow {
  readonly rowNo: number;
  readonly validated: ValidatedRow;
}

/**
 * Days have passed since the check: people have registered, were black-listed or invited elsewhere.
 * Repeats inside the file are not looked for again: the rows are the same.
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
  const validation = new RowsValidation(kind.rows, scope, (question) =>
    kind.loadFacts(db, scope, question),
  );
  const validated = await validation.validate(
    stored.map((row) => validation.reading.alone({ cells: row.cells, line: lineOf(row) })),
  );
  return stored.map(({ row_no: rowNo }, index) => ({
    rowNo,
    validated: validated[index] as ValidatedRow,
  }));
}
