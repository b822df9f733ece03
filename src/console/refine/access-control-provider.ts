import type { AccessControlProvider, CanParams } from "@refinedev/core";
import type { Access } from "#contract/access/access.ts";
import { answerAccess, isPermission } from "#web/session/access.ts";

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
    const { can, reason } = answerCan(params);
    return reason === null ? { can } : { can, reason };
  },
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: false },
    queryOptions: { staleTime: Number.POSITIVE_INFINITY, retry: false },
  },
};

export function answerCan({ resource = "", action, params }: CanParams): {
  can: boolean;
  reason: string | null;
} {
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
