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

/** For records without a title. An id is told where the product shows it as a number. */
const NOUNS: Readonly<Record<string, string>> = {
  account: "Компания",
  "account-review": "Отзыв о компании",
  "api-key": "Ключ API",
  "bank-difference": "Расхождение с банком",
  blacklist: "Чёрный список",
  card: "Карта",
  "destination-change": "Смена реквизитов",
  document: "Документ",
  "document-template": "Шаблон документа",
  employee: "Избранный исполнитель",
  export: "Выгрузка",
  "export-schedule": "Расписание выгрузки",
  "incoming-payment": "Поступление",
  invoice: "Счёт",
  job: "Задание",
  "job-invite": "Приглашение в задание",
  "job-offer": "Отклик",
  "job-offers": "Отклики",
  "job-registry": "Реестр заданий",
  "mass-arbitrate-export": "Файл выплат для изменения",
  "mass-arbitrate-import": "Загрузка изменений выплат",
  network: "Адрес ключа API",
  notice: "Уведомление",
  "payroll-registry": "Реестр выплат",
  payout: "Выплата",
  person: "Пользователь",
  preference: "Вид экрана",
  project: "Проект",
  receipt: "Чек",
  tag: "Тег",
  "tax-reference": "Справка о доходах",
  user: "Пользователь",
  webhook: "Вебхук",
  withdrawal: "Вывод денег",
  workman: "Исполнитель",
  "workman-document": "Документ исполнителя",
  "workman-registration-registry": "Реестр регистрации",
  "workman-registry": "Реестр приглашений",
  "workman-review": "Отзыв об исполнителе",
};
const NUMBERED: ReadonlySet<string> = new Set(["job", "job-offer", "payout", "receipt"]);

export function objectOf({
  object,
}: Pick<AuditRecord, "object">): { readonly to: string | null; readonly text: string } | null {
  if (!object) return null;
  return {
    to: PAGES[object.type]?.(object.id) ?? null,
    text:
      object.title ??
      [NOUNS[object.type] ?? "Запись", NUMBERED.has(object.type) ? `№ ${object.id}` : ""]
        .join(" ")
        .trim(),
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
