import { sql } from "kysely";
import type { Permission } from "#contract/access/permissions.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import type { RegistryKind, StoredRow } from "../registry-kind.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { ownRows, readStoredRows } from "../validation/stored-rows.ts";

interface ItemRequest {
  readonly id: number;
  readonly permission: Permission;
  readonly lock?: boolean;
}

/** @throws AppError `not_found` — absent, or the registry is out of reach. */
export async function loadItem(
  platform: Platform,
  trx: Trx,
  kind: RegistryKind,
  actor: AccountActor,
  { id, permission, lock = false }: ItemRequest,
): Promise<{ registry: RegistryRow; row: StoredRow; present(): Promise<object> }> {
  const found = await sql<{
    registry_id: number;
  }>`
    SELECT registry_id FROM registry_items WHERE id = ${id} AND account_id = ${actor.accountId}`.execute(
    trx,
  );
  if (!found.rows[0]) throw notFound(ABSENT);
  const registry = await loadRegistry(trx, actor, {
    kind: kind.rows.name,
    permission,
    id: found.rows[0].registry_id,
    lock,
    absent: ABSENT,
  });
  const [row] = await readStoredRows(platform, trx, kind, registry, sql`i.id = ${id}`);
  if (!row) throw notFound(ABSENT);
  return {
    registry,
    row,
    async present() {
      const [item] = await kind.items.present(
        platform,
        trx,
        registry,
        actor,
        sql`SELECT i.* FROM registry_items i WHERE ${ownRows(registry)} AND i.id = ${id}`,
      );
      if (!item) throw notFound(ABSENT);
      return item;
    },
  };
}

const ABSENT = "Строка не найдена";
