import {
  registryColumn as column,
  type RegistryColumn,
  type RegistryValueColumn,
} from "../registry-columns.ts";

/** Source: `domain.md` §4.3. */
const JOB_COLUMN_KEYS = [
  "externalId",
  "title",
  "description",
  "serviceCode",
  "receiptText",
  "budget",
  "startDate",
  "finishDate",
  "inn",
  "phone",
  "workmenCount",
  "city",
  "address",
  "project",
  "tags",
  "actRequired",
] as const;
export type JobColumnKey = (typeof JOB_COLUMN_KEYS)[number];

export const JOB_COLUMNS: readonly RegistryColumn<JobColumnKey>[] = [
  column("externalId", "Внешний ID", {
    aliases: ["Внешний номер", "ID", "External ID"],
    isText: true,
    width: 18,
  }),
  column("title", "Название задания", {
    required: true,
    aliases: ["Название", "Задание"],
    width: 34,
  }),
  column("description", "Описание", { required: true, aliases: ["Описание задания"], width: 50 }),
  column("serviceCode", "Код услуги", {
    required: true,
    aliases: ["Услуга", "Код"],
    isText: true,
    holds: "code",
    width: 12,
  }),
  column("receiptText", "Текст для чека", {
    aliases: ["Наименование услуги", "Описание для чека"],
    width: 40,
  }),
  column("budget", "Бюджет, ₽", {
    required: true,
    aliases: ["Бюджет", "Бюджет, руб.", "Сумма", "Сумма, ₽"],
    holds: "sum",
    width: 14,
  }),
  column("startDate", "Дата начала", { aliases: ["Начало"], holds: "date", width: 14 }),
  column("finishDate", "Дата окончания", {
    required: true,
    aliases: ["Окончание", "Срок"],
    holds: "date",
    width: 16,
  }),
  column("inn", "ИНН исполнителя", {
    aliases: ["ИНН"],
    isText: true,
    holds: "inn",
    width: 16,
  }),
  column("phone", "Телефон исполнителя", {
    aliases: ["Телефон"],
    isText: true,
    holds: "phone",
    width: 20,
  }),
  column("workmenCount", "Количество исполнителей", {
    aliases: ["Количество", "Исполнителей"],
    width: 14,
  }),
  column("city", "Город", { width: 20 }),
  column("address", "Адрес", { width: 34 }),
  column("project", "Проект", { width: 24 }),
  column("tags", "Теги", { aliases: ["Тег", "Метки"], width: 24 }),
  column("actRequired", "Акт обязателен", { aliases: ["Акт"], width: 14 }),
];

export const JOB_VALUES: readonly RegistryValueColumn[] = [
  { key: "budget", title: "Бюджет", type: "money" },
  { key: "jobsCount", title: "Заданий", type: "count" },
  { key: "jobState", title: "Состояние задания", type: "state" },
  { key: "inviteState", title: "Приглашение", type: "state" },
];

export const JOB_TOTALS: readonly RegistryValueColumn[] = [
  { key: "jobsCount", title: "Создано заданий", type: "count" },
  { key: "invitesCount", title: "Приглашений", type: "count" },
  { key: "budget", title: "Бюджет готовых строк", type: "money" },
];
