import { sql } from "kysely";
import type { Db, ScopeOf } from "../registry-kind.ts";
import { foldTitle, type ServiceFacts } from "./service-facts.ts";

export async function authorProjects(
  db: Db,
  registry: ScopeOf,
): Promise<(readonly [title: string, id: number])[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT p.id, p.title
    FROM projects p
    LEFT JOIN account_users u ON u.account_id = p.account_id
      AND u.person_id = ${registry.created_by}
    WHERE p.account_id = ${registry.account_id}
      AND (u.role IN ('OWNER', 'ADMIN') OR u.project_ids IS NULL OR p.id = ANY (u.project_ids))`.execute(
    db,
  );
  return rows.map(({ id, title }) => [foldTitle(title), id] as const);
}

export async function loadServices(db: Db): Promise<ServiceFacts[]> {
  const { rows } = await sql<ServiceFacts>`
      SELECT id, code, active, allowed_taxpayer_types AS "allowedTaxpayerTypes" FROM services`.execute(
    db,
  );
  return rows;
}
