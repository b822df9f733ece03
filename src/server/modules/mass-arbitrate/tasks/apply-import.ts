import { sql } from "kysely";
import { proposeChanges, type ProposedChange } from "#server/modules/job-offers/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { IMPORTS } from "../reach.ts";

/** Workmen asked in one transaction: after a crash the next process asks them once. */
const BATCH = 200;

interface Executing {
  readonly account_id: number;
  readonly id: number;
  readonly project_ids: number[] | null;
  readonly executed_by: number;
}

interface ReadyRow {
  readonly row_no: number;
  readonly offer_id: bigint;
  readonly new_amount_kopecks: bigint;
  readonly reason: string;
  readonly comment: string | null;
  readonly seen_version: string;
}

/**
 * Proposes the new sums of confirmed imports in batches; impossible rows get a reason and stop no
 * others.
 */
export function applyImportTask(platform: Platform): BackgroundTask {
  return {
    name: "mass-arbitrate.apply",
    idleMs: 1000,
    run: () => inTransaction(platform.db, (trx) => applyNext(platform, trx)),
  };
}

async function applyNext(platform: Platform, trx: Trx): Promise<boolean> {
  const found = await sql<Executing>`
    SELECT account_id, id, project_ids, executed_by
    FROM mass_arbitrate_imports
    WHERE state = 'EXECUTING'
    ORDER BY confirmed_at, id
    LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED`.execute(trx);
  const one = found.rows[0];
  if (!one) return false;
  const at = platform.clock.now();
  const { rows } = await sql<ReadyRow>`
    SELECT row_no, offer_id, new_amount_kopecks, reason, comment, seen_version
    FROM mass_arbitrate_items
    WHERE account_id = ${one.account_id} AND import_id = ${one.id} AND state = 'READY_TO_APPLY'
    ORDER BY row_no
    LIMIT ${BATCH}`.execute(trx);
  if (rows.length > 0) await applyRows(platform, trx, one, rows, at);
  if (rows.length < BATCH) {
    await sql`
      UPDATE mass_arbitrate_imports
      SET state = CASE
        WHEN failed_count = 0
        AND error_count = 0 THEN 'EXECUTED'
        ELSE 'PARTIALLY_EXECUTED' END, finished_at = ${at}
      WHERE account_id = ${one.account_id} AND id = ${one.id}`.execute(trx);
  }
  await announce(trx, { to: `account:${one.account_id}`, resource: IMPORTS, ids: [one.id] });
  return true;
}

async function applyRows(
  platform: Platform,
  trx: Trx,
  one: Executing,
  rows: readonly ReadyRow[],
  at: Date,
): Promise<void> {
  const changes = rows.map((row): ProposedChange => ({
    offerId: Number(row.offer_id),
    version: row.seen_version,
    newAmountKopecks: row.new_amount_kopecks,
    reason: row.reason,
    comment: row.comment,
  }));
  const outcome = await proposeChanges(platform, trx, {
    accountId: one.account_id,
    projectIds: one.project_ids,
    changes,
    by: one.executed_by,
    at,
  });
  const done = rows.map((row) => {
    const became = outcome.get(Number(row.offer_id));
    const isProposed = became !== undefined && "arbitrationId" in became;
    return {
      row_no: row.row_no,
      arbitration_id: isProposed ? String(became.arbitrationId) : null,
      result: isProposed ? null : (became?.refusal ?? "Отклик не найден"),
    };
  });
  await sql`
    UPDATE mass_arbitrate_items i
    SET state = CASE
      WHEN d.arbitration_id IS NULL THEN 'APPLY_FAILED'
      ELSE 'APPLIED' END, arbitration_id = d.arbitration_id, result = d.result
    FROM jsonb_to_recordset(${JSON.stringify(done)}::jsonb) AS d(row_no integer,
      arbitration_id bigint, result text)
    WHERE i.account_id = ${one.account_id} AND i.import_id = ${one.id} AND i.row_no = d.row_no`.execute(
    trx,
  );
  const failed = done.filter((row) => row.arbitration_id === null).length;
  await sql`
    UPDATE mass_arbitrate_imports
    SET applied_count = applied_count + ${done.length - failed},
      failed_count = failed_count + ${failed}
    WHERE account_id = ${one.account_id} AND id = ${one.id}`.execute(trx);
}
