import { sql } from "kysely";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { RegistryState } from "#contract/registries/registry-states.ts";
import { noteUnnamed } from "#server/files/unnamed-files.ts";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import { tellScreens } from "./move-registry.ts";
import type { Db } from "./registry-kind.ts";
import type { RegistryRow } from "./registry-row.ts";
import { deleteRows } from "./validation/registry-store.ts";

/** Since anybody changed it. */
const KEPT_DAYS = 14;
const DAY_MS = 86_400_000;
const LOOK_MS = 3_600_000;

const ABANDONED_STATES: readonly RegistryState[] = ["INVALID", "READY", "PARTIALLY_READY", "ERROR"];

/**
 * What was once confirmed stays, also when it was taken back: holds and the journal speak of it. So
 * does what somebody was asked to approve.
 */
const NEVER_CONFIRMED = sql`
  r.state = ANY (${[...ABANDONED_STATES]}::text[])
    AND r.approval_round = 0
    AND r.confirmed_at IS NULL
    AND NOT EXISTS (
      SELECT FROM holds h
      WHERE h.account_id = r.account_id AND h.purpose = 'registry' AND h.source_id = r.id
    )`;

/**
 * When it will be removed unless somebody changes or starts it.
 *
 * @returns ISO instant; `null`: it stays.
 */
export async function keptUntil(db: Db, registry: RegistryRow): Promise<string | null> {
  if (!ABANDONED_STATES.includes(registry.state)) return null;
  const { rows } = await sql<{ touched_at: Date }>`
    SELECT greatest(r.created_at, r.checked_at) AS touched_at
    FROM registries r
    WHERE r.account_id = ${registry.account_id} AND r.id = ${registry.id} AND ${NEVER_CONFIRMED}`.execute(
    db,
  );
  const touchedAt = rows[0]?.touched_at;
  return touchedAt ? new Date(touchedAt.getTime() + KEPT_DAYS * DAY_MS).toISOString() : null;
}

interface Abandoned {
  readonly account_id: number;
  readonly id: number;
}

const isAbandoned = (at: Date) => sql`
  greatest(r.created_at, r.checked_at) <= ${new Date(at.getTime() - KEPT_DAYS * DAY_MS)}
    AND ${NEVER_CONFIRMED}`;

export function removeAbandonedTask(platform: Platform): BackgroundTask {
  return itemTask<Abandoned>(platform, {
    name: "registries.remove-abandoned",
    idleMs: LOOK_MS,
    everyMs: LOOK_MS,
    batch: 10,
    nameOf: ({ id }) => String(id),
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<Abandoned>`
        SELECT r.account_id, r.id
        FROM registries r
        WHERE ${isAbandoned(at)} AND ${isFree(sql`r.id::text`)}
        LIMIT ${limit}`.execute(platform.db);
      return rows;
    },
    async settle(trx, { account_id: accountId, id }, at) {
      const { rows } = await sql<{
        kind: RegistryKindName;
        number: number;
        created_on: string;
        file_id: bigint | null;
      }>`
        SELECT r.kind, r.number, r.created_on, r.file_id
        FROM registries r
        WHERE r.account_id = ${accountId} AND r.id = ${id} AND ${isAbandoned(at)}
        FOR UPDATE OF r`.execute(trx);
      const registry = rows[0];
      if (!registry) return;
      await deleteRows(trx, { account_id: accountId, id, created_on: registry.created_on });
      await sql`DELETE FROM registries WHERE account_id = ${accountId} AND id = ${id}`.execute(trx);
      await sql`
        INSERT INTO removed_registries (account_id, kind, number)
        VALUES (${accountId}, ${registry.kind}, ${registry.number})`.execute(trx);
      const { rows: files } = await sql<{ storage_key: string }>`
        DELETE FROM files WHERE id = ${registry.file_id} RETURNING storage_key`.execute(trx);
      // The bytes go when the transaction has committed: see `removeUnnamedFilesTask`.
      for (const { storage_key: key } of files) await noteUnnamed(trx, key, at);
      await tellScreens(trx, { account_id: accountId, id, kind: registry.kind });
    },
  });
}
