import type { Permission } from "./permissions.ts";
import { roleHas } from "./role-permissions.ts";
import type { RoleId } from "./roles.ts";

/**
 * Who may make a call. Closed by default: every endpoint names one.
 *
 * - `public`: anyone, signed in or not.
 * - `signed-in`: any person with a live session.
 * - `workman`: a person with a worker profile.
 * - `account`: a person acting for a customer account, whatever the role.
 * - a permission: a person acting for an account whose role carries it.
 * - `{ anyOf }`: one of several, for calls both sides use.
 */
export type Access = SimpleAccess | { readonly anyOf: readonly SimpleAccess[] };
export type SimpleAccess = "public" | "signed-in" | "workman" | "account" | Permission;

/** What access needs to know of the caller: both sides of the product build it from the session. */
export interface Caller {
  /** Role in the current account; `null` for a person without one. */
  readonly role: RoleId | null;
  readonly isWorkman: boolean;
}

/**
 * @param caller - `null` for a guest.
 * @returns whether the caller may make a call guarded by `access`; scope by project and ownership
 *   is checked by the service.
 */
export function isAllowed(access: Access, caller: Caller | null): boolean {
  if (typeof access === "object") return access.anyOf.some((one) => isAllowed(one, caller));
  if (access === "public") return true;
  if (!caller) return false;
  if (access === "signed-in") return true;
  if (access === "workman") return caller.isWorkman;
  if (access === "account") return caller.role !== null;
  return caller.role !== null && roleHas(caller.role, access);
}
