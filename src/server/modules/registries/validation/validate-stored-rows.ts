import { sql } from "kysely";
import { setImmediate as letOtherWorkRun } from "node:timers/promises";
import { announce } from "#server/data/live.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { shownRowNo } from "../registry-pages.ts";
import { RepeatedRows } from "../repeated-rows.ts";
import { LeaseLost, holdsLease, type ValidationLease } from "./validation-lease.ts";
import { ANNOUNCE_MS, finishValidation, toScreens } from "./finish-validation.ts";
import { addToFindingCounts } from "../editing/edit-counters.ts";
import { cellValidator, isSameValidation, readStoredRows, updateRows } from "./stored-rows.ts";
import { countRow, emptyTally, talliedOf, type RowTally } from "./tally.ts";

/** Small, so that a page does not block the event loop. */
const PAGE_ROWS = 500;

/**
 * Validates stored rows again after a large paste or a merged file. Ids and places stay; only rows
 * with other results are written. Starts over after an interruption.
 */
export async function validateStoredRows(
  platform: Platform,
  kind: RegistryKind,
  lease: ValidationLease,
  signal: AbortSignal,
): Promise<void> {
  const removedRows = await inTransaction(platform.db, (trx) => clearCounters(trx, lease));
  const scope = await kind.loadScope(platform, platform.db, lease, platform.clock.now());
  const validator = kind.rows.validate(scope);
  const repeated = new RepeatedRows(kind.rows.repeats);
  const validateCells = cellValidator(kind.rows, scope.today);
  const workmen = new Set<number>();
  let announcedAt = 0;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const stored = await readStoredRows(
      platform,
      platform.db,
      kind,
      lease,
      sql`i.row_no > ${after}`,
      PAGE_ROWS,
    );
    const last = stored.at(-1);
    if (!last) break;
    after = last.row_no;
    const rows = stored.map((row) => ({
      row,
      readRow: validateCells(row.cells, row.file_line ?? shownRowNo(removedRows, row.row_no)),
    }));
    for (const { readRow } of rows) repeated.validate(readRow);
    const question = validator.question(rows.map(({ readRow }) => readRow));
    if (question) validator.learn(await kind.loadFacts(platform.db, scope, question));
    const tally = emptyTally();
    const validations = rows.map(({ row, readRow }) => ({
      row,
      rowNo: row.row_no,
      validated: validator.validate(readRow),
    }));
    for (const { validated } of validations) {
      countRow(tally, talliedOf(validated));
      if (validated.errorCount === 0 && validated.workmanId !== null)
        workmen.add(validated.workmanId);
    }
    await inTransaction(platform.db, async (trx) => {
      await updateRows(
        trx,
        kind.rows,
        scope,
        validations.filter(({ row, validated }) => !isSameValidation(kind.rows, row, validated)),
      );
      await addToFindingCounts(trx, lease.account_id, lease.id, tally.findings);
      lease.leasedUntil = await stepCounters(trx, lease, tally, workmen.size);
    });
    if (performance.now() - announcedAt < ANNOUNCE_MS) continue;
    announcedAt = performance.now();
    await announce(platform.db as Trx, toScreens(lease));
    await letOtherWorkRun();
  }
  await inTransaction(platform.db, (trx) => finishValidation(platform, trx, lease, null));
}

/** @returns holes of the numbering. @throws LeaseLost. */
async function clearCounters(trx: Trx, lease: ValidationLease): Promise<number[]> {
  const { rows } = await sql<{ removed_rows: number[] }>`
    UPDATE registries
    SET checked_count = 0, ready_count = 0, error_count = 0, warning_count = 0, healed_count = 0,
      workmen_count = 0, amount_kopecks = 0, commission_kopecks = 0, expected_rows = row_count
    WHERE ${holdsLease(lease)} RETURNING removed_rows`.execute(trx);
  const cleared = rows[0];
  if (!cleared) throw new LeaseLost();
  await sql`
    DELETE FROM registry_causes WHERE account_id = ${lease.account_id} AND registry_id = ${lease.id}`.execute(
    trx,
  );
  return cleared.removed_rows;
}

async function stepCounters(
  trx: Trx,
  lease: ValidationLease,
  tally: RowTally,
  workmenCount: number,
): Promise<string> {
  const { rows } = await sql<{ claimed_until: string }>`
    UPDATE registries
    SET claimed_until = clock_timestamp() + interval '60 seconds',
      checked_count = checked_count + ${tally.rows}, ready_count = ready_count + ${tally.ready},
      error_count = error_count + ${tally.errors},
        warning_count = warning_count + ${tally.warnings},
        healed_count = healed_count + ${tally.healed}, workmen_count = ${workmenCount},
      amount_kopecks = amount_kopecks + ${tally.amount},
        commission_kopecks = commission_kopecks + ${tally.commission}
    WHERE ${holdsLease(lease)} RETURNING claimed_until::text`.execute(trx);
  const stepped = rows[0];
  if (!stepped) throw new LeaseLost();
  return stepped.claimed_until;
}
