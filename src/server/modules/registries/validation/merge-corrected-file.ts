import { partyOfAccount } from "#server/http/actor.ts";
import { sql } from "kysely";
import {
  MAX_REGISTRY_ROWS,
  REGISTRY_FILE_MESSAGES,
} from "#contract/registries/registry-columns.ts";
import { REGISTRY_ITEM_TRANSITIONS } from "#contract/registries/registry-item-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { SpreadsheetError } from "#server/files/spreadsheet/spreadsheet-error.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { lastLine } from "../registry-pages.ts";
import { readTableFile } from "../read-table-file.ts";
import type { TableFileRow } from "../table-rows.ts";
import type { RegistryLease } from "./registry-store.ts";
import { RowReading } from "./rows-validation.ts";
import { LeaseLost, holdsLease } from "./validation-lease.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { ownRows, unvalidatedCells } from "./stored-rows.ts";

/**
 * Good rows, absent from the error file, stay; a row without an id is new. All or nothing;
 * validation of stored rows follows.
 *
 * @returns `false`: no row ids, so the file replaces all rows.
 * @throws SpreadsheetError — unreadable, or its rows are gone; LeaseLost.
 */
export async function mergeCorrectedFile(
  platform: Platform,
  kind: RegistryKind,
  lease: RegistryLease,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const file = { path, sender: partyOfAccount(lease.account_id) };
  const events = readTableFile(file, kind.rows.columns, signal, lease.file_choices);
  try {
    const first = await events.next();
    if (first.done || first.value.type !== "header" || !first.value.hasRowIds) return false;
    // All rows first: no transaction waits for a file.
    const batches: TableFileRow[][] = [];
    for await (const event of events) if (event.type === "rows") batches.push(event.rows);
    await inTransaction(platform.db, (trx) => mergeRows(platform, trx, kind, lease, batches));
    return true;
  } finally {
    await events.return();
  }
}

type MergedRow = Pick<TableFileRow, "rowId"> & { readonly cells: readonly string[] };

async function mergeRows(
  platform: Platform,
  trx: Trx,
  kind: RegistryKind,
  lease: RegistryLease,
  batches: readonly (readonly TableFileRow[])[],
): Promise<void> {
  const reading = new RowReading(kind.rows, moscowDate(platform.clock.now()));
  const firstNew = await nextRow(trx, lease);
  let added = 0;
  for (const batch of batches) {
    const rows = batch.map((row) => ({ ...row, cells: reading.alone(row).cells }));
    await overwrite(
      platform,
      trx,
      kind,
      lease,
      rows.filter((row) => row.rowId !== undefined),
    );
    const fresh = rows.filter((row) => row.rowId === undefined);
    await append(platform, trx, kind, lease, firstNew, added, fresh);
    added += fresh.length;
  }
  if (lease.row_count + added > MAX_REGISTRY_ROWS)
    throw new SpreadsheetError("too_many_rows", REGISTRY_FILE_MESSAGES.tooManyRows);
  const { rows } = await sql`
    UPDATE registries
    SET checked_at = ${platform.clock.now()}, row_count = row_count + ${added}
    WHERE ${holdsLease(lease)}
    RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new LeaseLost();
}

interface NewRow {
  readonly rowNo: number;
  readonly line: number;
}

async function nextRow(trx: Trx, lease: RegistryLease): Promise<NewRow> {
  const { rows } = await sql<{
    next: number;
  }>`
    SELECT row_count + cardinality(removed_rows) + 1 AS next
    FROM registries
    WHERE ${holdsLease(lease)}
    FOR NO KEY UPDATE`.execute(trx);
  if (!rows[0]) throw new LeaseLost();
  return { rowNo: rows[0].next, line: (await lastLine(trx, lease)) + 1 };
}

const EDIT = transition(REGISTRY_ITEM_TRANSITIONS, "edit", "account", { of: "i" });

async function overwrite(
  platform: Platform,
  trx: Trx,
  kind: RegistryKind,
  lease: RegistryLease,
  rows: readonly MergedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { cells, sealed } = unvalidatedCells(
    platform,
    kind.rows,
    rows.map((row) => row.cells),
  );
  const { numAffectedRows } = await sql`
    UPDATE registry_items i
    SET cells = v.cells::text[], sealed = v.sealed, ${EDIT.set}
    FROM unnest(${rows.map(({ rowId }) => rowId)}::bigint[], ${cells}::text[],
      ${sealed}::bytea[]) AS v (id, cells, sealed)
    WHERE ${ownRows(lease)} AND i.id = v.id AND ${EDIT.from}`.execute(trx);
  if (Number(numAffectedRows ?? 0n) !== rows.length) throw new SpreadsheetError("rows_changed");
}

async function append(
  platform: Platform,
  trx: Trx,
  kind: RegistryKind,
  lease: RegistryLease,
  first: NewRow,
  added: number,
  rows: readonly MergedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { cells, sealed } = unvalidatedCells(
    platform,
    kind.rows,
    rows.map((row) => row.cells),
  );
  await sql`
    INSERT INTO registry_items (account_id, registry_id, created_on, row_no, file_line, cells, sealed,
      state)
    SELECT ${lease.account_id}, ${lease.id}, ${lease.created_on}::date,
      ${first.rowNo + added}::integer + v.place - 1, ${first.line + added}::integer + v.place - 1,
      v.cells::text[], v.sealed, 'PENDING_VALIDATION'
    FROM unnest(${cells}::text[], ${sealed}::bytea[]) WITH ORDINALITY AS v (cells, sealed, place)`.execute(
    trx,
  );
}
