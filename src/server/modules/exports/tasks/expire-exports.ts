import { sql } from "kysely";
import { EXPORT_TRANSITIONS } from "#contract/exports/export-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const BATCH = 50;
const EXPIRE = transition(EXPORT_TRANSITIONS, "expire", "system");

interface Expiring {
  readonly name: string;
  readonly table: "exports" | "mass_arbitrate_exports";
  /** Live channel of their list. */
  readonly resource: string;
}

/**
 * Deletes files after thirty days, of either kind of export. The file goes before its row, so a
 * crash in between only repeats the deletion.
 */
export function expireExportsTask(
  { db, clock, files }: Platform,
  { name, table, resource }: Expiring,
): BackgroundTask {
  const exports = sql.table(table);
  return {
    name,
    idleMs: 60_000,
    run: () =>
      inTransaction(db, async (trx) => {
        const { rows } = await sql<{
          account_id: number;
          id: number;
          file_id: bigint | null;
          storage_key: string | null;
        }>`
          WITH x AS MATERIALIZED (SELECT * FROM ${exports}
            WHERE state = 'READY' AND expires_at <= ${clock.now()}
            ORDER BY expires_at
            LIMIT ${BATCH}
            FOR UPDATE SKIP LOCKED)
          SELECT x.account_id, x.id, x.file_id, f.storage_key
          FROM x
          LEFT JOIN files f ON f.id = x.file_id`.execute(trx);
        for (const row of rows) {
          if (row.storage_key !== null) await files.remove(row.storage_key);
          await sql`
            UPDATE ${exports}
            SET ${EXPIRE.set}, file_id = NULL
            WHERE account_id = ${row.account_id} AND id = ${row.id} AND ${EXPIRE.from}`.execute(
            trx,
          );
          await sql`DELETE FROM files WHERE id = ${row.file_id}`.execute(trx);
          await announce(trx, {
            to: `account:${row.account_id}`,
            resource,
            ids: [row.id],
          });
        }
        return rows.length > 0;
      }),
  };
}
