import { sql } from "kysely";
import type { RegistryInfo, RegistryValues } from "#contract/registries/registry.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { Db } from "../registry-kind.ts";
import { presentRegistry } from "../registry-presenter.ts";
import { keptUntil } from "../remove-abandoned.ts";
import type { RegistryRow } from "../registry-row.ts";
import { ownRows } from "../validation/stored-rows.ts";

export async function presentInfoOf(
  db: Db,
  registry: RegistryRow,
  actor: AccountActor,
  values: RegistryValues,
): Promise<RegistryInfo> {
  const { rows } = await sql<{
    state: string;
    count: number;
  }>`
    SELECT i.state, count(*)::integer AS count
    FROM registry_items i
    WHERE ${ownRows(registry)}
    GROUP BY i.state`.execute(db);
  return {
    ...presentRegistry(registry, actor, null),
    workmenCount: registry.workmen_count,
    statesCount:
      registry.state === "CANCELED"
        ? { CANCELED: registry.row_count }
        : Object.fromEntries(rows.map(({ state, count }) => [state, count])),
    values,
    keptUntil: await keptUntil(db, registry),
  };
}
