import { sql } from "kysely";
import { EXPORT_TRANSITIONS } from "#contract/exports/export-states.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import { transition } from "#server/data/transition.ts";
import { callTask } from "#server/work/outside-task.ts";
import type { Platform } from "#server/platform.ts";
import type { ExportKind, QueuedExport } from "./export-machine.ts";

const EXPIRE = transition(EXPORT_TRANSITIONS, "expire", "system");

interface ExpiringExport {
  readonly account_id: number;
  readonly id: number;
  readonly file_id: bigint | null;
  readonly storage_key: string | null;
}

/** The file goes before its row: a crash repeats the deletion. */
export function expireExportsTask(
  { db, clock, files }: Platform,
  { name, table, resource }: Pick<ExportKind<QueuedExport>, "name" | "table" | "resource">,
): BackgroundTask {
  const exports = sql.table(table);
  return callTask<ExpiringExport, void>(
    { db, clock },
    {
      name,
      idleMs: 60_000,
      atOnce: 5,
      nameOf: ({ id }) => String(id),
      async lease({ at, until, limit, isFree }) {
        const { rows } = await sql<ExpiringExport>`
          UPDATE ${exports} x
          SET claimed_until = ${until}
          WHERE x.id = ANY (ARRAY(SELECT o.id
            FROM ${exports} o
            WHERE o.state = 'READY'
              AND o.expires_at <= ${at}
              AND (o.claimed_until IS NULL OR o.claimed_until <= ${at})
              AND ${isFree(sql`o.id::text`)}
            ORDER BY o.expires_at
            LIMIT ${limit}
            FOR UPDATE SKIP LOCKED))
          RETURNING x.account_id, x.id, x.file_id,
            (SELECT f.storage_key FROM files f WHERE f.id = x.file_id) AS storage_key`.execute(db);
        return rows;
      },
      call: async ({ storage_key: key }) => {
        if (key !== null) await files.remove(key);
      },
      async settle(trx, { account_id: accountId, id, file_id: fileId }) {
        await sql`
          UPDATE ${exports}
          SET ${EXPIRE.set}, file_id = NULL, claimed_until = NULL
          WHERE account_id = ${accountId} AND id = ${id} AND ${EXPIRE.from}`.execute(trx);
        await sql`DELETE FROM files WHERE id = ${fileId}`.execute(trx);
        await announce(trx, { to: `account:${accountId}`, resource, ids: [id] });
      },
    },
  );
}
