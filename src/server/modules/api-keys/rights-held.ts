import { sql, type Kysely } from "kysely";
import type { RoleId } from "#contract/access/roles.ts";
import type { Schema } from "#server/data/generated/schema.ts";

interface OrderedBy {
  readonly account_id: number;
  readonly created_by: number;
  readonly role: RoleId;
  readonly project_ids: readonly number[] | null;
}

/** An order's role, and its author's present one. */
interface OrderRights {
  readonly role: RoleId;
  readonly responsibleRole: RoleId;
}

/**
 * Its author has the same role and projects, or is responsible for a working API key of that role;
 * then both roles limit.
 *
 * @returns `null` when the rights are lost.
 */
export async function rightsHeld(
  db: Kysely<Schema>,
  { account_id: accountId, created_by: personId, role, project_ids: projectIds }: OrderedBy,
): Promise<OrderRights | null> {
  const { rows } = await sql<{ role: RoleId }>`
    SELECT u.role
    FROM account_users u JOIN people p ON p.id = u.person_id
    WHERE u.account_id = ${accountId}
      AND u.person_id = ${personId}
      AND u.state = 'ACTIVE'
      AND p.state = 'ACTIVE'
      AND u.project_ids IS NOT DISTINCT FROM ${projectIds}::integer[]
      AND (u.role = ${role}
        OR EXISTS (SELECT FROM api_keys k
          WHERE k.account_id = u.account_id
            AND k.responsible_id = u.person_id
            AND k.role = ${role}
            AND k.revoked_at IS NULL))`.execute(db);
  return rows[0] ? { role, responsibleRole: rows[0].role } : null;
}
