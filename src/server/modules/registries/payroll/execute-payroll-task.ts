import { sql } from "kysely";
import { tryLockUntilCommit } from "#server/data/advisory-locks.ts";
import { preferIndexes } from "#server/data/batch-transaction.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import { openPayouts } from "#server/money/payouts/index.ts";
import type { Platform } from "#server/platform.ts";
import {
  EXECUTE_PAYROLL,
  nameOfRegistry,
  registryName,
  type RegistryKey,
} from "../registry-key.ts";
import { announcePayroll } from "./announce-payroll.ts";
import { settleState } from "./payroll-counters.ts";

const BATCH_ROWS = 1000;

/**
 * Creates the payouts, 1000 rows a batch. One process per registry; several run side by side.
 * Receipts and bank orders are the payouts' tasks.
 */
export function executePayrollTask(platform: Platform): BackgroundTask {
  return itemTask<RegistryKey>(platform, {
    name: EXECUTE_PAYROLL,
    idleMs: 1000,
    batch: 20,
    nameOf: registryName,
    async lease({ limit, isFree }) {
      const { rows } = await sql<RegistryKey>`
        SELECT r.account_id, r.id
        FROM registries r
        WHERE r.kind = 'payroll' AND r.state = 'EXECUTING' AND NOT r.payouts_opened
          AND ${isFree(nameOfRegistry("r"))}
        ORDER BY r.executed_row_no, r.id
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    step: (trx, key, at) => openNextPayouts(platform, trx, key, at),
    async failed(trx, key) {
      await announcePayroll(trx, key);
      return false;
    },
  });
}

interface Executing {
  readonly account_id: number;
  readonly id: number;
  readonly created_on: string;
  readonly hold_id: bigint;
  readonly executed_by: number;
  readonly executed_row_no: number;
}

async function openNextPayouts(
  platform: Platform,
  trx: Trx,
  key: RegistryKey,
  at: Date,
): Promise<boolean> {
  await preferIndexes(trx);
  const registry = await lockExecuting(trx, key);
  if (!registry) return false;
  const opened = await openPayouts(trx, {
    accountId: registry.account_id,
    registryId: registry.id,
    createdOn: registry.created_on,
    holdId: registry.hold_id,
    confirmedBy: registry.executed_by,
    afterRow: registry.executed_row_no,
    limit: BATCH_ROWS,
    at,
  });
  await sql`
    UPDATE registries
    SET executed_row_no = ${opened.lastRow ?? registry.executed_row_no},
      payout_count = payout_count + ${opened.count}, payouts_opened = ${opened.count < BATCH_ROWS}
    WHERE account_id = ${registry.account_id} AND id = ${registry.id}`.execute(trx);
  if (opened.count < BATCH_ROWS) await settleState(platform, trx, registry.account_id, registry.id);
  await announcePayroll(trx, key);
  return true;
}

/** An advisory lock, not a row lock: the counters move during a batch. */
async function lockExecuting(
  trx: Trx,
  { account_id: accountId, id }: RegistryKey,
): Promise<Executing | undefined> {
  if (!(await tryLockUntilCommit(trx, "payrollExecution", id))) return undefined;
  // Under the lock: another process may have made the batch.
  const { rows } = await sql<Executing>`
    SELECT account_id, id, created_on, hold_id, executed_by, executed_row_no
    FROM registries
    WHERE account_id = ${accountId} AND id = ${id} AND state = 'EXECUTING' AND NOT payouts_opened`.execute(
    trx,
  );
  return rows[0];
}
