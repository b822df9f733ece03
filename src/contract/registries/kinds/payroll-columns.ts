import {
  registryColumn as column,
  type RegistryColumn,
  type RegistryValueColumn,
} from "../registry-columns.ts";

/** Source: `domain.md` §4.2. */
export const PAYROLL_COLUMN_KEYS = [
  "externalId",
  "inn",
  "fullName",
  "serviceCode",
  "receiptText",
  "workStart",
  "workEnd",
  "actDate",
  "amount",
  "payoutMethod",
  "project",
  "tags",
  "comment",
] as const;
export type PayrollColumnKey = (typeof PAYROLL_COLUMN_KEYS)[number];

export const PAYROLL_COLUMNS: readonly RegistryColumn<PayrollColumnKey>[] = [
  column("externalId", "Внешний ID", {
    aliases: ["Внешний номер", "ID", "External ID"],
    isText: true,
    width: 18,
  }),
  column("inn", "ИНН исполнителя", {
    required: true,
    aliases: [
      "ИНН",
      "ИНН самозанятого",
      "ИНН получателя",
      "ИНН физлица",
      "ИНН физического лица",
      "ИНН сотрудника",
      "ИНН подрядчика",
    ],
    isText: true,
    holds: "inn",
    width: 16,
  }),
  column("fullName", "ФИО исполнителя", {
    aliases: [
      "ФИО",
      "Фамилия Имя Отчество",
      "ФИО самозанятого",
      "ФИО получателя",
      "ФИО сотрудника",
      "Исполнитель",
      "Самозанятый",
      "Получатель",
      "Сотрудник",
      "Физическое лицо",
      "Физлицо",
    ],
    holds: "name",
    width: 34,
  }),
  column("serviceCode", "Код услуги", {
    required: true,
    aliases: ["Код вида услуги", "Услуга", "Код"],
    isText: true,
    holds: "code",
    width: 12,
  }),
  column("receiptText", "Текст для чека", {
    required: true,
    aliases: [
      "Наименование услуги",
      "Описание для чека",
      "Название услуги",
      "Описание услуги",
      "Наименование работ",
      "Вид работ",
      "Назначение платежа",
    ],
    holds: "text",
    width: 44,
  }),
  column("workStart", "Дата начала работ", {
    required: true,
    aliases: ["Дата начала", "Начало работ", "Период с", "Дата начала услуг", "Начало периода"],
    holds: "date",
    width: 18,
  }),
  column("workEnd", "Дата окончания работ", {
    required: true,
    aliases: [
      "Дата окончания",
      "Окончание работ",
      "Период по",
      "Дата окончания услуг",
      "Конец периода",
    ],
    holds: "date",
    width: 21,
  }),
  column("actDate", "Дата акта", { holds: "date", width: 12 }),
  column("amount", "Сумма, ₽", {
    required: true,
    aliases: [
      "Сумма",
      "Сумма, руб.",
      "Сумма, руб",
      "Сумма руб.",
      "Сумма в рублях",
      "Сумма ₽",
      "К выплате",
      "Сумма к выплате",
      "Сумма выплаты",
      "Сумма платежа",
      "К перечислению",
    ],
    holds: "sum",
    width: 14,
  }),
  column("payoutMethod", "Способ выплаты", { width: 16 }),
  column("project", "Проект", { width: 24 }),
  column("tags", "Теги", { aliases: ["Тег", "Метки"], width: 24 }),
  column("comment", "Комментарий", { aliases: ["Примечание"], width: 30 }),
];

export const PAYROLL_VALUES: readonly RegistryValueColumn[] = [
  { key: "amount", title: "Сумма", type: "money" },
  { key: "commission", title: "Комиссия", type: "money" },
  { key: "payoutKind", title: "Способ выплаты", type: "state" },
  { key: "paidAt", title: "Выплачено", type: "instant" },
];
