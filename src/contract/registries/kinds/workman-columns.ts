import {
  registryColumn as column,
  type RegistryColumn,
  type RegistryValueColumn,
} from "../registry-columns.ts";

/** Source: `domain.md` §4.4. */
const WORKMAN_COLUMN_KEYS = [
  "phone",
  "firstName",
  "inn",
  "email",
  "project",
  "tags",
  "comment",
] as const;
export type WorkmanColumnKey = (typeof WORKMAN_COLUMN_KEYS)[number];

export const WORKMAN_COLUMNS: readonly RegistryColumn<WorkmanColumnKey>[] = [
  column("phone", "Телефон", {
    required: true,
    aliases: ["Телефон исполнителя", "Номер телефона", "Мобильный"],
    isText: true,
    holds: "phone",
    width: 20,
  }),
  column("firstName", "Имя", { aliases: ["ФИО", "Исполнитель"], holds: "name", width: 30 }),
  column("inn", "ИНН", {
    aliases: ["ИНН исполнителя"],
    isText: true,
    holds: "inn",
    width: 16,
  }),
  column("email", "E-mail", { aliases: ["Email", "Почта", "Электронная почта"], width: 28 }),
  column("project", "Проект", { width: 24 }),
  column("tags", "Теги", { aliases: ["Тег", "Метки"], width: 24 }),
  column("comment", "Комментарий", { aliases: ["Примечание"], width: 30 }),
];

/** For both kinds that invite by a link. */
export const INVITATION_VALUES: readonly RegistryValueColumn[] = [
  { key: "invitationState", title: "Приглашение", type: "state" },
  { key: "sentAt", title: "Отправлено", type: "instant" },
  { key: "openedAt", title: "Открыто", type: "instant" },
  { key: "registeredAt", title: "Зарегистрирован", type: "instant" },
];

export const INVITATION_TOTALS: readonly RegistryValueColumn[] = [
  { key: "sentCount", title: "Отправлено", type: "count" },
  { key: "openedCount", title: "Открыли", type: "count" },
  { key: "registeredCount", title: "Зарегистрировались", type: "count" },
  { key: "favouritesCount", title: "Добавлено в избранные", type: "count" },
  { key: "waitingCount", title: "Ждём ответа", type: "count" },
];
