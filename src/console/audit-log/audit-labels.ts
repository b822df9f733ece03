import { isRoleId, ROLES } from "#contract/access/roles.ts";
import type { AuditRecord } from "#contract/audit-log/audit-log-endpoints.ts";

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  account: () => "/profile/account",
  "api-key": () => "/profile/account?tab=api-keys",
  blacklist: () => "/profile/blacklist-registry",
  employee: () => "/profile/employees",
  export: () => "/profile/account/uploads",
  invoice: () => "/profile/account/invoices",
  job: (id) => `/jobs/${id}`,
  "job-registry": (id) => `/profile/job-registry/${id}`,
  "payroll-registry": (id) => `/profile/payroll-registry/${id}`,
  user: () => "/profile/account?tab=users",
  webhook: () => "/profile/account?tab=webhooks",
  "workman-registry": (id) => `/profile/workman-registry/${id}`,
  "workman-registration-registry": (id) => `/profile/workman-registration-registry/${id}`,
};

/** For records without a title. Not «№ id»: registry numbers are per company. */
const NOUNS: Readonly<Record<string, string>> = {
  account: "Компания",
  "api-key": "Ключ API",
  "job-registry": "Реестр заданий",
  "payroll-registry": "Реестр выплат",
  person: "Пользователь",
  user: "Пользователь",
  workman: "Исполнитель",
  "workman-registry": "Реестр приглашений",
  "workman-registration-registry": "Реестр регистрации",
  blacklist: "Чёрный список",
};
const NUMBERED: Readonly<Record<string, string>> = {
  job: "Задание",
  "job-offer": "Отклик",
  payout: "Выплата",
  receipt: "Чек",
};

export function objectOf({
  object,
}: AuditRecord): { readonly to: string | null; readonly text: string } | null {
  if (!object) return null;
  return {
    to: PAGES[object.type]?.(object.id) ?? null,
    text:
      object.title ?? NOUNS[object.type] ?? `${NUMBERED[object.type] ?? ""} № ${object.id}`.trim(),
  };
}

export function actorName({ actor: { type, name } }: AuditRecord): string {
  return (
    name ||
    (type === "moderator"
      ? "Модератор"
      : type === "system"
        ? "Платформа"
        : type === "api"
          ? "Ключ API"
          : "Пользователь")
  );
}

/** «Гусев Павел Андреевич, администратор». */
export function actorText(record: AuditRecord): string {
  const { type, role } = record.actor;
  const who = actorName(record);
  return role && isRoleId(role)
    ? `${who}, ${ROLES[role].title.toLowerCase()}`
    : type === "workman"
      ? `${who}, исполнитель`
      : who;
}
