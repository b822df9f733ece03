import { sql } from "kysely";
import type { FindingCode } from "#contract/registries/registry-findings.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { RegistryRow } from "../registry-row.ts";
import { ownRows } from "../validation/stored-rows.ts";

const UNNAMED: FindingCode = "full_name_missing";

/** Rows to be paid by ИНН alone. Causes count rows with errors too, so they only tell where to look. */
export async function countUnnamed(trx: Trx, registry: RegistryRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count
    FROM registry_items i
    WHERE EXISTS (SELECT FROM registry_causes c
        WHERE c.account_id = ${registry.account_id}
          AND c.registry_id = ${registry.id}
          AND c.code = ${UNNAMED})
      AND ${ownRows(registry)}
      AND i.error_count = 0
      AND i.warning_count > 0
      AND i.issues @> ${JSON.stringify([{ code: UNNAMED }])}::jsonb`.execute(trx);
  return rows[0]?.count ?? 0;
}
