import { useCallback } from "react";
import { isAllowed, type Access, type Caller, type SimpleAccess } from "#contract/access/access.ts";
import { PERMISSIONS, type Permission } from "#contract/access/permissions.ts";
import { rolesWith } from "#contract/access/role-permissions.ts";
import type { RoleId } from "#contract/access/roles.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { currentSession, useSession } from "./session.ts";

/** Dative: «обратитесь к владельцу». */
const ROLE_TO_ASK: Readonly<Record<RoleId, string>> = {
  OWNER: "владельцу",
  ADMIN: "администратору",
  FINANCE_MANAGER: "финансовому менеджеру",
  ACCOUNTANT: "бухгалтеру",
  SIGNATORY: "подписанту",
  PROJECT_MANAGER: "менеджеру проектов",
  RECRUITER: "менеджеру по исполнителям",
  VIEWER: "наблюдателю",
};
const MOST_ROLES = 3;

export interface AccessAnswer {
  readonly can: boolean;
  /** What to do when denied; `null` when allowed. */
  readonly reason: string | null;
}

/** From the snapshot of `my-info`: a changed role applies once it is reloaded. */
export function answerAccess(
  access: Access,
  me: MyInfo | null = currentSession().me,
): AccessAnswer {
  const can = isPermitted(access, me);
  return { can, reason: can ? null : reasonFor(access, me) };
}

export function useAccess(): (access: Access) => AccessAnswer {
  const { me } = useSession();
  return useCallback((access) => answerAccess(access, me), [me]);
}

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(PERMISSIONS, name);
}

function isPermitted(access: Access, me: MyInfo | null): boolean {
  if (typeof access === "object") return access.anyOf.some((one) => isPermitted(one, me));
  if (isPermission(access)) return me !== null && me.permissions.includes(access);
  return isAllowed(access, callerOf(me));
}

function callerOf(me: MyInfo | null): Caller | null {
  return me && { role: me.role?.id ?? null, isWorkman: me.isWorkman };
}

function reasonFor(access: Access, me: MyInfo | null): string {
  if (!me) return "Войдите, чтобы продолжить";
  const simple: readonly SimpleAccess[] = typeof access === "object" ? access.anyOf : [access];
  const permission = simple.find(isPermission);
  if (permission && me.role)
    return `Недостаточно прав. Обратитесь к ${listRoles(rolesWith(permission))}`;
  if (permission || simple.includes("account"))
    return "Раздел доступен заказчикам. Выберите компанию или зарегистрируйте её";
  return "Раздел доступен исполнителям";
}

function listRoles(roles: readonly RoleId[]): string {
  const names = roles.slice(0, MOST_ROLES).map((role) => ROLE_TO_ASK[role]);
  const last = names.pop() ?? ROLE_TO_ASK.OWNER;
  return names.length === 0 ? last : `${names.join(", ")} или ${last}`;
}
