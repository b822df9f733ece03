import { sql } from "kysely";
import { announce } from "#server/data/live.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { FROM_KEYS, KEY_COLUMNS, suspensionOf, type ApiKeyRow } from "../api-key-row.ts";

const BATCH = 100;

/**
 * Tells owners of keys nobody answers for any more, whatever way their people left by. A key that
 * is answered for again may be told of again.
 */
export function tellSuspendedTask({ db, clock, events }: Platform): BackgroundTask {
  return {
    name: "api-keys.tell-suspended",
    idleMs: 15_000,
    run: () =>
      inTransaction(db, async (trx) => {
        const at = clock.now();
        const { rows } = await sql<ApiKeyRow>`
          SELECT ${KEY_COLUMNS} ${FROM_KEYS}
          WHERE k.revoked_at IS NULL
            AND (k.expires_at IS NULL OR k.expires_at > ${at})
            AND (responsible.id IS NOT NULL AND coder.id IS NOT NULL)
              = (k.suspension_told_at IS NOT NULL)
          ORDER BY k.account_id, k.id
          LIMIT ${BATCH}
          FOR UPDATE OF k SKIP LOCKED`.execute(trx);
        for (const row of rows) {
          const reason = suspensionOf(row);
          await sql`
            UPDATE api_keys
            SET suspension_told_at = ${reason === null ? null : at}
            WHERE account_id = ${row.account_id} AND id = ${row.id}`.execute(trx);
          await announce(trx, {
            to: `account:${row.account_id}`,
            resource: "api-keys",
            ids: [row.id],
          });
          if (reason !== null)
            await events.publish(trx, "api-key.suspended", {
              accountId: row.account_id,
              key: { id: row.id, title: row.title },
              reason,
              at,
            });
        }
        return rows.length === BATCH;
      }),
  };
}
