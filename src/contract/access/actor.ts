import { may, type Caller } from "./access.ts";
import type { Permission } from "./permissions.ts";
import { isUnlimitedRole } from "./roles.ts";

/** What a record's flags depend on, with ids of the wire. */
export interface Actor extends Caller {
  readonly accountId: number | null;
  /** `null`: all projects. OWNER and ADMIN are never limited. */
  readonly projectIds: readonly number[] | null;
  readonly workmanId: number | null;
}

/**
 * A user limited to projects never reaches a record without one. Source: `domain.md` §2.1, «Scope».
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
