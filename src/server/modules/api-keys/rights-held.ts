import { sql, type RawBuilder } from "kysely";
import type { RoleId } from "#contract/access/roles.ts";

interface OrderedBy {
  readonly account_id: number;
  readonly created_by: number;
  readonly role: RoleId;
  readonly project_ids: readonly number[] | null;
}

/**
 * Whether the author of an order still has its role and projects, in person or by a working API
 * key.
 */
export function rightsHeld({
  account_id: accountId,
  created_by: personId,
  role,
  project_ids: projectIds,
}: OrderedBy): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM account_users u JOIN people p ON p.id = u.person_id
    WHERE u.account_id = ${accountId}
      AND u.person_id = ${personId}
      AND u.state = 'ACTIVE'
      AND p.state = 'ACTIVE'
      AND ((u.role = ${role} AND u.project_ids IS NOT DISTINCT FROM ${projectIds}::integer[])
        OR (${projectIds}::integer[] IS NULL
          AND EXISTS (SELECT FROM api_keys k
            WHERE k.account_id = u.account_id
              AND k.created_by = u.person_id
              AND k.role = ${role}
              AND k.revoked_at IS NULL))))`;
}
