import { Type } from "typebox";

/**
 * In the order of lists. Source: specification §6 (ADMIN, OWNER, FINANCE_MANAGER); `domain.md` §2.1
 * (the rest).
 */
export const ROLE_IDS = [
  "OWNER",
  "ADMIN",
  "FINANCE_MANAGER",
  "ACCOUNTANT",
  "SIGNATORY",
  "PROJECT_MANAGER",
  "RECRUITER",
  "VIEWER",
] as const;

export type RoleId = (typeof ROLE_IDS)[number];

export const ROLES = {
  OWNER: {
    title: "Владелец",
    purpose: "Единственный на компанию, передаёт владение по коду из СМС",
  },
  ADMIN: { title: "Администратор", purpose: "Пользователи, настройки и всё, кроме владения" },
  FINANCE_MANAGER: {
    title: "Финансовый менеджер",
    purpose: "Счета, реестры, запуск и контроль выплат",
  },
  ACCOUNTANT: {
    title: "Бухгалтер",
    purpose: "Акты, чеки, выгрузки, операции; готовит выплаты, но не запускает",
  },
  SIGNATORY: { title: "Подписант", purpose: "Подписывает договоры и акты" },
  PROJECT_MANAGER: {
    title: "Менеджер проектов",
    purpose: "Задания, отклики и приёмка в своих проектах",
  },
  RECRUITER: {
    title: "Менеджер по исполнителям",
    purpose: "Приглашения, избранные, чёрный список",
  },
  VIEWER: { title: "Наблюдатель", purpose: "Только просмотр" },
} as const satisfies Record<RoleId, { title: string; purpose: string }>;

export const Role = Type.Object({
  id: Type.Unsafe<RoleId>({ type: "string", enum: [...ROLE_IDS] }),
  title: Type.String(),
});

export function isRoleId(value: string): value is RoleId {
  return (ROLE_IDS as readonly string[]).includes(value);
}

/** Source: `domain.md` §2.1. */
export function isUnlimitedRole(role: RoleId): boolean {
  return role === "OWNER" || role === "ADMIN";
}
