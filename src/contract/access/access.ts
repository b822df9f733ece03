import type { Permission } from "./permissions.ts";
import { roleHas } from "./role-permissions.ts";
import type { RoleId } from "./roles.ts";

/**
 * Who may make a call.
 * - `public`: anyone.
 * - `signed-in`: a live session.
 * - `workman`: has a workman profile.
 * - `account`: acts for a company in any role.
 * - a permission: acts for a company in a role that has it.
 */
export type Access = SimpleAccess | { readonly anyOf: readonly SimpleAccess[] };
export type SimpleAccess = "public" | "signed-in" | "workman" | "account" | Permission;

/** Server and console both build it. */
export interface Caller extends Rights {
  readonly isWorkman: boolean;
}

export interface Rights {
  readonly role: RoleId | null;
  /** Present role of the person responsible for a key. A key may what both roles allow. */
  readonly responsibleRole?: RoleId | undefined;
}

export function may({ role, responsibleRole }: Rights, permission: Permission): boolean {
  return (
    role !== null &&
    roleHas(role, permission) &&
    (responsibleRole === undefined || roleHas(responsibleRole, permission))
  );
}

/**
 * @param caller - `null` for a guest.
 * @returns project scope and ownership are left to the service.
 */
export function isAllowed(access: Access, caller: Caller | null): boolean {
  if (typeof access === "object") return access.anyOf.some((one) => isAllowed(one, caller));
  if (access === "public") return true;
  if (!caller) return false;
  if (access === "signed-in") return true;
  if (access === "workman") return caller.isWorkman;
  if (access === "account") return caller.role !== null;
  return may(caller, access);
}
