import { sql } from "kysely";
import { setImmediate as letOtherWorkRun } from "node:timers/promises";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { addToFindingCounts } from "../editing/edit-counters.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { lineOf } from "../registry-pages.ts";
import {
  deleteCauses,
  NO_COUNTERS,
  validatedCounters,
  type RegistryLease,
  type RegistryStore,
} from "./registry-store.ts";
import { RowsValidation } from "./rows-validation.ts";
import { isSameValidation, readStoredRows, updateRows } from "./stored-rows.ts";
import { countRow, emptyTally, talliedOf } from "./tally.ts";
import { finishValidation, progressOf } from "./validate-task.ts";
import { holdsLease, LeaseLost, prolongedUntil, prolonging } from "./validation-lease.ts";

/** A larger page would block the event loop. */
const PAGE_ROWS = 500;

/**
 * After a large paste or a merged file. Only rows with other results are written. Starts over after
 * an interruption.
 */
export async function validateStoredRows(
  platform: Platform,
  kind: RegistryKind,
  store: RegistryStore,
  lease: RegistryLease,
  signal: AbortSignal,
): Promise<void> {
  const { db } = platform;
  await inTransaction(db, (trx) => clearCounters(trx, lease));
  const scope = await kind.loadScope(platform, db, lease, platform.clock.now());
  const validation = new RowsValidation(kind.rows, scope, (question) =>
    kind.loadFacts(db, scope, question),
  );
  const showProgress = progressOf(platform, store.screens(lease));
  const workmen = new Set<number>();
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const behind = sql`i.row_no > ${after}`;
    const stored = await readStoredRows(platform, db, kind, lease, behind, PAGE_ROWS);
    const last = stored.at(-1);
    if (!last) break;
    after = last.row_no;
    const validated = await validation.validate(
      stored.map((row) => validation.reading.among({ cells: row.cells, line: lineOf(row) })),
    );
    const tally = emptyTally();
    for (const one of validated) {
      countRow(tally, talliedOf(one));
      if (one.errorCount === 0 && one.workmanId !== null) workmen.add(one.workmanId);
    }
    const changed = stored.flatMap((row, index) => {
      const one = validated[index];
      return one && !isSameValidation(kind.rows, row, one)
        ? [{ rowNo: row.row_no, validated: one }]
        : [];
    });
    await inTransaction(db, async (trx) => {
      await updateRows(trx, kind.rows, scope, changed);
      await addToFindingCounts(trx, lease.account_id, lease.id, tally.findings);
      const counters = validatedCounters(tally, workmen.size);
      const { rows } = await prolonging(store, lease, counters).execute(trx);
      lease.leasedUntil = prolongedUntil(rows);
    });
    await showProgress();
    await letOtherWorkRun();
  }
  await inTransaction(db, (trx) => finishValidation(platform, trx, store, lease));
}

/** @throws LeaseLost. */
async function clearCounters(trx: Trx, lease: RegistryLease): Promise<void> {
  const { rows } = await sql`
    UPDATE registries SET ${NO_COUNTERS}, expected_rows = row_count
    WHERE ${holdsLease(lease)} RETURNING 1`.execute(trx);
  if (rows.length === 0) throw new LeaseLost();
  await deleteCauses(trx, lease);
}
