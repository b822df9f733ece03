import { sql } from "kysely";
import { setImmediate as letOtherWorkRun } from "node:timers/promises";
import { announce } from "#server/data/live.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { RegistryDependencies } from "../dependencies.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { shownRowNo } from "../registry-pages.ts";
import { RepeatedRows } from "../repeated-rows.ts";
import { LeaseLost, holdsLease, type ValidationLease } from "./validation-lease.ts";
import { ANNOUNCE_MS, finishCheck, toScreens } from "./finish-check.ts";
import { addToCauses } from "../editing/revision-counters.ts";
import { cellChecker, isSameJudgement, readStoredRows, updateRows } from "./stored-rows.ts";
import { countRow, emptyTally, talliedOf, type RowTally } from "./tally.ts";

/** Small, so that a page does not block the event loop. */
const PAGE_ROWS = 500;

/**
 * Validates stored rows again after a large paste or a merged file. Ids and places stay; only rows
 * with other results are written. Starts over after an interruption.
 */
export async function checkStoredRows(
  deps: RegistryDependencies,
  kind: RegistryKind,
  lease: ValidationLease,
  signal: AbortSignal,
): Promise<void> {
  const removedRows = await inTransaction(deps.db, (trx) => clearCounters(trx, lease));
  const scope = await kind.loadScope(deps, deps.db, lease, deps.clock.now());
  const judge = kind.rows.judge(scope);
  const repeated = new RepeatedRows(kind.rows.repeats);
  const check = cellChecker(kind.rows, scope.today);
  const workmen = new Set<number>();
  let announcedAt = 0;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const stored = await readStoredRows(
      deps,
      deps.db,
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
      checked: check(row.cells, row.file_line ?? shownRowNo(removedRows, row.row_no)),
    }));
    for (const { checked } of rows) repeated.check(checked);
    const question = judge.question(rows.map(({ checked }) => checked));
    if (question) judge.learn(await kind.loadFacts(deps.db, scope, question));
    const tally = emptyTally();
    const judgements = rows.map(({ row, checked }) => ({
      row,
      rowNo: row.row_no,
      judged: judge.judge(checked),
    }));
    for (const { judged } of judgements) {
      countRow(tally, talliedOf(judged));
      if (judged.errorCount === 0 && judged.workmanId !== null) workmen.add(judged.workmanId);
    }
    await inTransaction(deps.db, async (trx) => {
      await updateRows(
        trx,
        kind.rows,
        scope,
        judgements.filter(({ row, judged }) => !isSameJudgement(kind.rows, row, judged)),
      );
      await addToCauses(trx, lease.account_id, lease.id, tally.causes);
      lease.leasedUntil = await stepCounters(trx, lease, tally, workmen.size);
    });
    if (performance.now() - announcedAt < ANNOUNCE_MS) continue;
    announcedAt = performance.now();
    await announce(deps.db as Trx, toScreens(lease));
    await letOtherWorkRun();
  }
  await inTransaction(deps.db, (trx) => finishCheck(deps, trx, lease, null));
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
