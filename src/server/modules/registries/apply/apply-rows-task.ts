import { sql } from "kysely";
import type { LiveMessage } from "#server/data/live-message.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask, type Claim } from "#server/work/item-task.ts";
import { registryName, type RegistryKey } from "../registry-key.ts";

interface RowsApplying<Registry, Row, Outcome> {
  readonly task: string;
  /** In one transaction. */
  readonly batchRows: number;
  /** Confirmed ones, most urgent first. */
  next(claim: Claim): Promise<readonly RegistryKey[]>;
  /** @returns nothing when another process has it. */
  lock(trx: Trx, key: RegistryKey): Promise<Registry | undefined>;
  rows(trx: Trx, registry: Registry): Promise<readonly Row[]>;
  /** @returns outcomes in the order of rows. */
  apply(trx: Trx, registry: Registry, rows: readonly Row[], at: Date): Promise<Outcome[]>;
  /** Outcomes, counters and the place to resume at. */
  store(
    trx: Trx,
    registry: Registry,
    rows: readonly Row[],
    outcomes: readonly Outcome[],
  ): Promise<void>;
  finish(trx: Trx, registry: Registry, at: Date): Promise<void>;
  screens(key: RegistryKey): LiveMessage;
}

/** After the last row. */
export const EXECUTED_STATE = sql`
  CASE WHEN failed_count = 0 AND error_count = 0 THEN 'EXECUTED' ELSE 'PARTIALLY_EXECUTED' END`;

/**
 * Effects, row outcomes, counters and the resume position commit in one transaction per batch: a
 * crash at any point is safe. One process per file; several files run side by side.
 */
export function applyRowsTask<Registry, Row, Outcome>(
  platform: Platform,
  how: RowsApplying<Registry, Row, Outcome>,
): BackgroundTask {
  return itemTask<RegistryKey>(platform, {
    name: how.task,
    idleMs: 1000,
    batch: 20,
    nameOf: registryName,
    lease: (claim) => how.next(claim),
    async step(trx, key, at) {
      const registry = await how.lock(trx, key);
      if (!registry) return false;
      const rows = await how.rows(trx, registry);
      if (rows.length > 0)
        await how.store(trx, registry, rows, await how.apply(trx, registry, rows, at));
      if (rows.length < how.batchRows) await how.finish(trx, registry, at);
      await announce(trx, how.screens(key));
      return true;
    },
    async failed(trx, key) {
      await announce(trx, how.screens(key));
      return false;
    },
  });
}
