import { sql } from "kysely";
import {
  MAX_REGISTRY_ROWS,
  REGISTRY_FILE_MESSAGES,
} from "#contract/registries/registry-columns.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { rowChecker } from "../check-registry-rows.ts";
import { readTableFile } from "../read-table-file.ts";
import type { TableFileEvent, TableFileRow } from "../table-rows.ts";
import { LeaseLost, holdsClaim, type CheckClaim } from "./check-claim.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { ownRows, uncheckedCells } from "./stored-rows.ts";

/**
 * Puts the rows of a corrected file of errors over the stored ones, so that the good rows, which
 * that file does not have, stay. A row without an id is new. All of it or nothing; the check of
 * stored rows follows.
 *
 * @returns `false` when the file carries no ids of rows: then it replaces the registry's rows.
 * @throws SpreadsheetError for a file that cannot be read, or whose rows are no longer there;
 *   LeaseLost.
 */
export async function mergeCorrectedFile(
  platform: Platform,
  kind: RegistryKind,
  claim: CheckClaim,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const events = readTableFile(path, kind.rows.columns, signal);
  try {
    const first = await events.next();
    if (first.done || first.value.type !== "header" || !first.value.hasRowIds) return false;
    await inTransaction(platform.db, (trx) => mergeRows(platform, trx, kind, claim, events));
    return true;
  } finally {
    await events.return();
  }
}

async function mergeRows(
  platform: Platform,
  trx: Trx,
  kind: RegistryKind,
  claim: CheckClaim,
  events: AsyncIterable<TableFileEvent>,
): Promise<void> {
  const check = rowChecker(kind.rows, moscowDate(platform.clock.now()));
  const firstNew = await nextRowNo(trx, claim);
  let added = 0;
  for await (const event of events) {
    if (event.type !== "rows") continue;
    const rows = event.rows.map((row) => ({ ...row, cells: check(row).cells }));
    await overwrite(
      platform,
      trx,
      kind,
      claim,
      rows.filter((row) => row.rowId !== undefined),
    );
    const fresh = rows.filter((row) => row.rowId === undefined);
    await append(platform, trx, kind, claim, firstNew + added, fresh);
    added += fresh.length;
  }
  if (claim.row_count + added > MAX_REGISTRY_ROWS)
    throw new SpreadsheetError("too_many_rows", REGISTRY_FILE_MESSAGES.tooManyRows);
  const { rows } = await sql`
    UPDATE registries
    SET checked_at = ${platform.clock.now()}, row_count = row_count + ${added}
    WHERE ${holdsClaim(claim)}
    RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new LeaseLost();
}

async function nextRowNo(trx: Trx, claim: CheckClaim): Promise<number> {
  const { rows } = await sql<{
    next: number;
  }>`
    SELECT row_count + cardinality(removed_rows) + 1 AS next
    FROM registries
    WHERE ${holdsClaim(claim)}
    FOR NO KEY UPDATE`.execute(trx);
  if (!rows[0]) throw new LeaseLost();
  return rows[0].next;
}

async function overwrite(
  platform: Platform,
  trx: Trx,
  kind: RegistryKind,
  claim: CheckClaim,
  rows: readonly TableFileRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { cells, sealed } = uncheckedCells(
    platform,
    kind.rows,
    rows.map((row) => row.cells),
  );
  const { numAffectedRows } = await sql`
    UPDATE registry_items i
    SET cells = v.cells::text[], sealed = v.sealed, state = 'PENDING_VALIDATION'
    FROM unnest(${rows.map(({ rowId }) => rowId)}::bigint[], ${cells}::text[],
      ${sealed}::bytea[]) AS v (id, cells, sealed)
    WHERE ${ownRows(claim)} AND i.id = v.id`.execute(trx);
  if (Number(numAffectedRows ?? 0n) !== rows.length) throw new SpreadsheetError("rows_changed");
}

async function append(
  platform: Platform,
  trx: Trx,
  kind: RegistryKind,
  claim: CheckClaim,
  firstRowNo: number,
  rows: readonly TableFileRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { cells, sealed } = uncheckedCells(
    platform,
    kind.rows,
    rows.map((row) => row.cells),
  );
  await sql`
    INSERT INTO registry_items (account_id, registry_id, created_on, row_no, cells, sealed, state)
    SELECT ${claim.account_id}, ${claim.id}, ${claim.created_on}::date,
      ${firstRowNo}::integer + v.place - 1, v.cells::text[], v.sealed, 'PENDING_VALIDATION'
    FROM unnest(${cells}::text[], ${sealed}::bytea[]) WITH ORDINALITY AS v (cells, sealed, place)`.execute(
    trx,
  );
}
