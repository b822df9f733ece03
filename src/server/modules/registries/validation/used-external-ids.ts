import { sql } from "kysely";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import type { ValidationScope, Db } from "../registry-kind.ts";

/**
 * Of rows that are or will be applied: a failed row returns in another file under its id. Each id
 * uses its own index, in the months with other registries of the account. As a list, or joined with
 * the registries, the planner reads every row of the account per batch, because fresh rows are in
 * no statistics (measured: 19 ms a batch while 100 000 rows are stored, more than storing).
 */
export async function usedExternalIds(
  db: Db,
  kind: RegistryKindName,
  scope: ValidationScope,
  externalIds: string[],
): Promise<[string, number][]> {
  const others = sql`
    r.account_id = ${scope.accountId}
      AND r.id <> ${scope.registryId}
      AND r.kind = ${kind}
      AND r.state NOT IN ('CANCELED', 'ERROR')`;
  const { rows } = await sql<{ external_id: string; number: number }>`
    SELECT k.external_id, used.number
    FROM unnest(${externalIds}::text[]) AS k(external_id), LATERAL (
      SELECT min(r.number) AS number FROM (
        SELECT i.registry_id FROM registry_items i
        WHERE i.account_id = ${scope.accountId}
          AND i.external_id = k.external_id
          AND i.state IN ('READY_TO_APPLY', 'APPLIED')
          AND i.created_on BETWEEN (SELECT min(r.created_on)
            FROM registries r
            WHERE ${others}) AND (SELECT max(r.created_on)
            FROM registries r
            WHERE ${others})
        OFFSET 0
      ) i JOIN registries r ON r.id = i.registry_id WHERE ${others}
    ) used WHERE used.number IS NOT NULL`.execute(db);
  return rows.map(({ external_id, number }) => [external_id, number]);
}
