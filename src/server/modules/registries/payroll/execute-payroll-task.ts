import { sql } from "kysely";
import { tryLockUntilCommit } from "#server/data/advisory-locks.ts";
import { inBatchTransaction } from "#server/data/batch-transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { openPayouts } from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import { isNotSetAside, settingAsideTask, type Taken } from "../setting-aside.ts";
import { settleState } from "./payroll-counters.ts";

const BATCH = 1000;

const TASK = "registries.execute-payroll";

/**
 * Creates the payouts, 1000 rows a batch. One process per registry; several run side by side.
 * Receipts and bank orders are the payouts' tasks.
 */
export function executePayrollTask(platform: Platform): BackgroundTask {
  return settingAsideTask(platform, TASK, (taken) =>
    inBatchTransaction(platform.db, (trx) => openNextPayouts(platform, trx, taken)),
  );
}

interface Executing {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
  readonly hold_id: bigint;
  readonly executed_by: number;
  readonly executed_row_no: number;
}

async function openNextPayouts(platform: Platform, trx: Trx, taken: Taken): Promise<boolean> {
  const registry = await leaseExecuting(trx, platform.clock.now());
  if (!registry) return false;
  taken(registry);
  const opened = await openPayouts(trx, {
    accountId: registry.account_id,
    registryId: registry.id,
    createdOn: registry.created_on,
    holdId: registry.hold_id,
    confirmedBy: registry.executed_by,
    afterRow: registry.executed_row_no,
    limit: BATCH,
    at: platform.clock.now(),
  });
  await sql`
    UPDATE registries
    SET executed_row_no = ${opened.lastRow ?? registry.executed_row_no},
      payout_count = payout_count + ${opened.count}, payouts_opened = ${opened.count < BATCH}
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
  if (opened.count < BATCH) await settleState(platform, trx, registry.account_id, registry.id);
  await announce(trx, {
    to: `account:${registry.account_id}`,
    resource: "payroll-registries",
    ids: [registry.id],
  });
  return true;
}

/** An advisory lock, not a row lock: the counters move during a batch. */
async function leaseExecuting(trx: Trx, at: Date): Promise<Executing | undefined> {
  const candidates = await sql<{ id: number }>`
    SELECT r.id
    FROM registries r
    WHERE r.kind = 'payroll' AND r.state = 'EXECUTING' AND NOT r.payouts_opened
      AND ${isNotSetAside(TASK, "r", at)}
    ORDER BY r.executed_row_no, r.id
    LIMIT 20`.execute(trx);
  for (const { id } of candidates.rows) {
    if (!(await tryLockUntilCommit(trx, "payrollExecution", id))) continue;
    // Again under the lock: another process may have made the batch.
    const { rows } = await sql<Executing>`
      SELECT account_id, id, created_on, hold_id, executed_by, executed_row_no
      FROM registries
      WHERE id = ${id} AND state = 'EXECUTING' AND NOT payouts_opened`.execute(trx);
    if (rows[0]) return rows[0];
  }
  return undefined;
}
