import { sql } from "kysely";
import { announce } from "#server/data/live.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import { fromKeys, KEY_COLUMNS, suspensionOf, type ApiKeyRow } from "../api-key-row.ts";

const TO_BE_TOLD = sql`
  k.revoked_at IS NULL
    AND (responsible.id IS NOT NULL AND coder.id IS NOT NULL) = (k.suspension_told_at IS NOT NULL)`;

/** Notifies owners of keys without a responsible person, again after each takeover. */
export function tellSuspendedTask(platform: Platform): BackgroundTask {
  const { db, events } = platform;
  return itemTask<Pick<ApiKeyRow, "account_id" | "id">>(platform, {
    name: "api-keys.tell-suspended",
    idleMs: 15_000,
    batch: 100,
    nameOf: ({ account_id: accountId, id }) => `${accountId}-${id}`,
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<ApiKeyRow>`
        SELECT ${KEY_COLUMNS} ${fromKeys()}
        WHERE ${TO_BE_TOLD}
          AND (k.expires_at IS NULL OR k.expires_at > ${at})
          AND ${isFree(sql`k.account_id || '-' || k.id`)}
        ORDER BY k.account_id, k.id
        LIMIT ${limit}`.execute(db);
      return rows;
    },
    async settle(trx, { account_id: accountId, id }, at) {
      const { rows } = await sql<ApiKeyRow>`
        SELECT ${KEY_COLUMNS} ${fromKeys()}
        WHERE k.account_id = ${accountId} AND k.id = ${id} AND ${TO_BE_TOLD}
        FOR UPDATE OF k`.execute(trx);
      const key = rows[0];
      if (!key) return;
      const reason = suspensionOf(key);
      await sql`
        UPDATE api_keys
        SET suspension_told_at = ${reason === null ? null : at}
        WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
      await announce(trx, { to: `account:${accountId}`, resource: "api-keys", ids: [id] });
      if (reason !== null)
        await events.publish(trx, "api-key.suspended", {
          accountId,
          key: { id, title: key.title },
          reason,
          at,
        });
    },
  });
}
