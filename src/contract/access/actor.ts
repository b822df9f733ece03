import { may, type Caller } from "./access.ts";
import type { Permission } from "./permissions.ts";
import { isUnlimitedRole } from "./roles.ts";

/**
 * All that a record's flags depend on. Ids are those of the wire, so server and console build the
 * same value.
 */
export interface Actor extends Caller {
  readonly accountId: number | null;
  /** Projects the user is limited to; `null`: all. OWNER and ADMIN are never limited. */
  readonly projectIds: readonly number[] | null;
  readonly workmanId: number | null;
}

/**
 * Deny wins: a user limited to projects never reaches a record without a project. Source:
 * `domain.md` §2.1, «Scope».
 */
export function reaches(
  actor: Actor,
  permission: Permission,
  record: { readonly accountId: number; readonly projectId: number | null },
): boolean {
  if (actor.role === null || actor.accountId !== record.accountId) return false;
  if (!may(actor, permission)) return false;
  if (isUnlimitedRole(actor.role) || actor.projectIds === null) return true;
  return record.projectId !== null && actor.projectIds.includes(record.projectId);
}
