import { sql } from "kysely";
import type { LiveMessage } from "#server/data/live-message.ts";
import { announce } from "#server/data/live.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { settingAsideTask } from "../setting-aside.ts";

/** How the rows of confirmed files of a kind are applied. */
interface RowsApplying<Registry, Row, Outcome> {
  /** Name of the background task. */
  readonly task: string;
  /** Rows in one transaction. */
  readonly batchRows: number;
  /** Locks the next confirmed file that is not set aside. */
  next(trx: Trx, at: Date): Promise<Registry | undefined>;
  /** Its next rows, at most `batchRows`. */
  rows(trx: Trx, registry: Registry): Promise<readonly Row[]>;
  /** @returns outcomes in the order of rows. */
  apply(trx: Trx, registry: Registry, rows: readonly Row[], at: Date): Promise<Outcome[]>;
  /** Stores outcomes, counters and the place to resume at. */
  store(
    trx: Trx,
    registry: Registry,
    rows: readonly Row[],
    outcomes: readonly Outcome[],
  ): Promise<void>;
  /** The last row is done. */
  finish(trx: Trx, registry: Registry, at: Date): Promise<void>;
  screens(registry: Registry): LiveMessage;
}

/** State of a file whose last row is done. */
export const EXECUTED_STATE = sql`
  CASE WHEN failed_count = 0 AND error_count = 0 THEN 'EXECUTED' ELSE 'PARTIALLY_EXECUTED' END`;

/**
 * Applies rows of confirmed files. Effects, row outcomes, counters and the resume position commit
 * in one transaction per batch, so a crash at any point is safe. One process works on a file;
 * several files run side by side.
 */
export function applyRowsTask<
  Registry extends { readonly account_id: number; readonly id: number },
  Row,
  Outcome,
>(platform: Platform, how: RowsApplying<Registry, Row, Outcome>): BackgroundTask {
  return settingAsideTask(platform, how.task, (taken) =>
    inTransaction(platform.db, async (trx) => {
      const at = platform.clock.now();
      const registry = await how.next(trx, at);
      if (!registry) return false;
      taken(registry);
      const rows = await how.rows(trx, registry);
      if (rows.length > 0)
        await how.store(trx, registry, rows, await how.apply(trx, registry, rows, at));
      if (rows.length < how.batchRows) await how.finish(trx, registry, at);
      await announce(trx, how.screens(registry));
      return true;
    }),
  );
}
