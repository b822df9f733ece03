import { sql } from "kysely";
import { setImmediate as breathe } from "node:timers/promises";
import { announce } from "#server/data/live.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind } from "../registry-kind.ts";
import { shownRowNo } from "../registry-pages.ts";
import { RepeatedRows } from "../repeated-rows.ts";
import { LeaseLost, holdsClaim, type CheckClaim } from "./check-claim.ts";
import { ANNOUNCE_MS, finishCheck, toScreens } from "./finish-check.ts";
import { addToCauses } from "../editing/revision-counters.ts";
import { cellChecker, isSameJudgement, readStoredRows, updateRows } from "./stored-rows.ts";
import { countRow, emptyTally, talliedOf, type RowTally } from "./tally.ts";

/** Small enough that judging a page never holds the event loop for long. */
const PAGE_ROWS = 500;

/**
 * Checks a registry again from its own rows, after a large block was pasted or a file was merged
 * into it. Rows keep their ids and places; only those whose verdict has changed are written. Begins
 * anew when it was stopped half way.
 */
export async function checkStoredRows(
  platform: Platform,
  kind: RegistryKind,
  claim: CheckClaim,
  signal: AbortSignal,
): Promise<void> {
  const removedRows = await inTransaction(platform.db, (trx) => clearCounters(trx, claim));
  const scope = await kind.loadScope(platform, platform.db, claim, platform.clock.now());
  const judge = kind.rows.judge(scope);
  const repeated = new RepeatedRows(kind.rows.repeats);
  const check = cellChecker(kind.rows, scope.today);
  const workmen = new Set<number>();
  let announcedAt = 0;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const stored = await readStoredRows(
      platform,
      platform.db,
      kind,
      claim,
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
    if (question) judge.learn(await kind.loadFacts(platform.db, scope, question));
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
    await inTransaction(platform.db, async (trx) => {
      await updateRows(
        trx,
        kind.rows,
        scope,
        judgements.filter(({ row, judged }) => !isSameJudgement(kind.rows, row, judged)),
      );
      await addToCauses(trx, claim.account_id, claim.id, tally.causes);
      claim.claimedUntil = await stepCounters(trx, claim, tally, workmen.size);
    });
    if (performance.now() - announcedAt < ANNOUNCE_MS) continue;
    announcedAt = performance.now();
    await announce(platform.db as Trx, toScreens(claim));
    await breathe();
  }
  await inTransaction(platform.db, (trx) => finishCheck(platform, trx, claim, null));
}

/** @returns the holes in the numbering. @throws LeaseLost. */
async function clearCounters(trx: Trx, claim: CheckClaim): Promise<number[]> {
  const { rows } = await sql<{ removed_rows: number[] }>`
    UPDATE registries
    SET checked_count = 0, ready_count = 0, error_count = 0, warning_count = 0, healed_count = 0,
      workmen_count = 0, amount_kopecks = 0, commission_kopecks = 0, expected_rows = row_count
    WHERE ${holdsClaim(claim)} RETURNING removed_rows`.execute(trx);
  const cleared = rows[0];
  if (!cleared) throw new LeaseLost();
  await sql`
    DELETE FROM registry_causes WHERE account_id = ${claim.account_id} AND registry_id = ${claim.id}`.execute(
    trx,
  );
  return cleared.removed_rows;
}

async function stepCounters(
  trx: Trx,
  claim: CheckClaim,
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
    WHERE ${holdsClaim(claim)} RETURNING claimed_until::text`.execute(trx);
  const stepped = rows[0];
  if (!stepped) throw new LeaseLost();
  return stepped.claimed_until;
}
