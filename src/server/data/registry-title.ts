import { sql, type RawBuilder } from "kysely";
import { REGISTRY_TITLES } from "#contract/registries/registry-title.ts";

/** @param alias - of `registries`. */
export function registryTitleOf(alias: string): RawBuilder<string | null> {
  const row = sql.ref(alias);
  return sql`(${JSON.stringify(REGISTRY_TITLES)}::jsonb ->> ${row}.kind || ' № ' || ${row}.number)`;
}
