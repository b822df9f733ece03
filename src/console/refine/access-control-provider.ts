import type { AccessControlProvider, CanParams, CanReturnType } from "@refinedev/core";
import type { Access } from "#contract/access/access.ts";
import type { Permission } from "#contract/access/permissions.ts";
import { answerAccess, isPermission, type AccessAnswer } from "#web/session/access.ts";

/** Refine's actions → verbs of the matrix: `show` needs `view`. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  list: ["view"],
  show: ["view"],
  create: ["create", "edit", "manage"],
  edit: ["edit", "update", "manage"],
  clone: ["create", "edit", "manage"],
  delete: ["delete", "edit", "manage"],
};

/**
 * Refine's `can` from the snapshot of `my-info`. First match wins, else denied: 1.
 * `params.permissions`, the record's flags, by action; 2. the module's access for the action
 * (`meta.access.list` …); 3. the matrix permission `resource.action`, with verbs translated.
 */
export const accessControlProvider: AccessControlProvider = {
  async can(params) {
    return answerCan(params);
  },
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: false },
    queryOptions: { staleTime: Number.POSITIVE_INFINITY, retry: false },
  },
};

/**
 * `useCan` and `CanAccess` take any two strings; a permission which the matrix lacks does not
 * compile here.
 */
export function right(permission: Permission): { resource: string; action: string } {
  const [resource = "", action = ""] = permission.split(".");
  return { resource, action };
}

export function answerCan(params: CanParams): CanReturnType {
  const { can, reason } = accessOf(params);
  return reason === null ? { can } : { can, reason };
}

function accessOf({ resource = "", action, params }: CanParams): AccessAnswer {
  const flag = (params?.permissions as Record<string, unknown> | undefined)?.[action];
  if (typeof flag === "boolean")
    return { can: flag, reason: flag ? null : "Сейчас это действие недоступно" };
  const written = (params?.resource?.meta?.access as Record<string, Access> | undefined)?.[action];
  if (written !== undefined) return answerAccess(written);
  const permission = [action, ...(VERBS[action] ?? [])]
    .map((verb) => `${resource}.${verb}`)
    .find(isPermission);
  return permission ? answerAccess(permission) : { can: false, reason: "Недостаточно прав" };
}
