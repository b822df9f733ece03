import { ROLES } from "#contract/access/roles.ts";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { TAX_PAYER } from "#contract/definitions/payment-types.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { DOCUMENT_TEMPLATE_STATE } from "#contract/document-templates/document-template-states.ts";
import { EMPLOYMENT_STATE } from "#contract/employees/employment-states.ts";
import { INVOICE_STATE } from "#contract/invoices/invoice-states.ts";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { JOB_INVITE_STATE } from "#contract/jobs/job-invite-states.ts";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { JOB_STATE } from "#contract/jobs/job-states.ts";
import { JOB_VISIBILITY } from "#contract/jobs/job-visibility.ts";
import { NOTICE_CHANNEL, NOTICE_MODE, NOTICE_TOPICS } from "#contract/notices/notice-channels.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { RECEIPT_STATE } from "#contract/receipts/receipt-states.ts";
import { JOB_COLUMNS } from "#contract/registries/kinds/job-columns.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { WORKMAN_COLUMNS } from "#contract/registries/kinds/workman-columns.ts";
import { WORKMAN_REGISTRATION_COLUMNS } from "#contract/registries/kinds/workman-registration-columns.ts";
import { EXECUTION_MODE, REGISTRY_STATE } from "#contract/registries/registry-states.ts";
import { REVIEW_STATE } from "#contract/reviews/review-states.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { formatMoney, rublesToKopecks } from "#contract/values/money.ts";
import { WEBHOOK_EVENT, WEBHOOK_STATE } from "#contract/webhooks/webhook.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";

/** «Сумма: 1 000,00 ₽ → 800,00 ₽». `null`: the record does not tell it. */
export interface AuditChange {
  readonly field: string;
  readonly title: string;
  readonly before: string | null;
  readonly after: string | null;
}

type Snapshot = Readonly<Record<string, unknown>> | null;
type Titles = Readonly<Record<string, string>>;

/** Keyed by the event's noun. */
const STATES: Readonly<Record<string, Titles>> = {
  account: ACCOUNT_STATE.titles,
  act: JOB_DOCUMENT_STATE.titles,
  arbitration: JOB_OFFER_STATE.titles,
  document: JOB_DOCUMENT_STATE.titles,
  document_template: DOCUMENT_TEMPLATE_STATE.titles,
  employment: EMPLOYMENT_STATE.titles,
  invite: JOB_INVITE_STATE.titles,
  invoice: INVOICE_STATE.titles,
  job: JOB_STATE.titles,
  mass_arbitrate: REGISTRY_STATE.titles,
  offer: JOB_OFFER_STATE.titles,
  payout: PAYOUT_STATE.titles,
  receipt: RECEIPT_STATE.titles,
  registry: REGISTRY_STATE.titles,
  review: REVIEW_STATE.titles,
  webhook: WEBHOOK_STATE.titles,
  workman: WORKMAN_STATE.titles,
};

const ROLE_TITLES: Titles = Object.fromEntries(
  Object.entries(ROLES).map(([id, { title }]) => [id, title]),
);
const REASON_TITLES: Titles = Object.assign(
  {},
  ...Object.values(REASONS).map(({ titles }) => titles),
) as Titles;
const COLUMN_TITLES: Titles = Object.fromEntries(
  [JOB_COLUMNS, PAYROLL_COLUMNS, WORKMAN_COLUMNS, WORKMAN_REGISTRATION_COLUMNS]
    .flat()
    .map(({ key, title }) => [key, title]),
);
/** What, by what and when a person is told. */
const NOTICE_TITLES: Titles = {
  ...NOTICE_CHANNEL.titles,
  ...NOTICE_MODE.titles,
  ...Object.fromEntries(Object.entries(NOTICE_TOPICS).map(([id, { title }]) => [id, title])),
};
const SIDE_TITLES: Titles = { account: "Заказчик", workman: "Исполнитель" };

/** A cleared field. */
const EMPTY = "нет";
const MONEY = ["amount", "sum", "fee", "budget", "projectManagerAcceptLimit", "limit"];
const BYTES_IN_KIB = 1024;

/** Titles as in the forms. */
const FIELDS: Titles = {
  about: "О компании",
  account_number: "Расчётный счёт",
  accountNumber: "Расчётный счёт",
  actAutoSignHours: "Подписывать акты без ответа через, часов",
  added: "Добавлено",
  amount: "Сумма",
  bank_bik: "БИК",
  bank_name: "Банк",
  bankBik: "БИК",
  budget: "Бюджет",
  bytes: "Размер файла",
  call: "Вызов",
  cameBy: "Откуда пришёл",
  canceledCount: "Отменено",
  cancelUntil: "Отменить можно до",
  city_id: "Город",
  codePerson: "Кому приходят коды",
  columns: "Столбцы",
  comment: "Комментарий",
  cor_account_number: "Корреспондентский счёт",
  corrects: "Исправляет реестр",
  repeats: "Повторяет реестр",
  count: "Количество",
  defaultReceiptText: "Текст чека по умолчанию",
  noticeEmail: "Копии уведомлений на адрес",
  deleted: "Удалено",
  director_name: "Руководитель",
  director_position: "Должность руководителя",
  documentIDs: "Документы",
  event: "Событие",
  email: "E-mail",
  errors: "С ошибками",
  events: "События",
  expiresAt: "Действует до",
  failed: "Не выполнено",
  failedCount: "Не выполнено",
  fee: "Комиссия",
  file: "Файл",
  finishDate: "Срок",
  inn: "ИНН",
  invitedCount: "Приглашено",
  ips: "Разрешённые адреса",
  isArchived: "В архиве",
  // Records older than jobs for favourites.
  isInviteOnly: "Только по приглашениям",
  items: "Строки",
  jobOfferIDs: "Отклики",
  kpp: "КПП",
  legal_address: "Юридический адрес",
  mode: "Режим",
  number: "Номер",
  offerId: "Отклик",
  ogrn: "ОГРН",
  lines: "Строки",
  outcome: "Итог",
  owner: "Владелец",
  pasted: "Вставлено из буфера",
  payout: "Выплата",
  permissions: "Права",
  phone: "Телефон",
  post_address: "Почтовый адрес",
  projectId: "Проект",
  projectIds: "Проекты",
  projectManagerAcceptLimit: "Сколько менеджер проектов принимает сам",
  reasonId: "Причина",
  reject_comment: "Причина отказа",
  responsible: "Кто отвечает",
  resultAutoAcceptDays: "Принимать результат без ответа через, дней",
  role: "Роль",
  row: "Строка",
  rows: "Строк",
  rules: "Правила согласования",
  scopes: "Права",
  score: "Оценка",
  serviceId: "Услуга",
  short_name: "Краткое название",
  side: "Сторона",
  skipped: "Пропущено",
  smzState: "Статус НПД",
  problems: "Ошибок в файле",
  state: "Состояние",
  sum: "Сумма",
  taxPayer: "Кто платит налог",
  title: "Название",
  trusted: "Задания публикуются без проверки",
  type: "Вид",
  until: "До",
  url: "Адрес",
  visibility: "Кто увидит",
  waitsForModerator: "Ждёт модератора",
  workmanId: "Исполнитель",
  workmanIds: "Исполнители",
};

export function auditChanges({
  event,
  before,
  after,
}: {
  readonly event: string;
  readonly before: Snapshot;
  readonly after: Snapshot;
}): AuditChange[] {
  const noun = event.split(".")[0] ?? "";
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    const change = {
      field,
      title: FIELDS[field] ?? field,
      before: textOf(noun, field, before?.[field]),
      after: after && field in after ? (textOf(noun, field, after[field]) ?? EMPTY) : null,
    };
    return change.before === change.after || (change.before ?? EMPTY) === change.after
      ? []
      : [change];
  });
}

/** «Состояние: Черновик → На модерации»; «Состояние: было Не отправлена». */
export function changeText({ title, before, after }: AuditChange): string {
  if (before === null) return `${title}: ${after}`;
  return after === null ? `${title}: было ${before}` : `${title}: ${before} → ${after}`;
}

function textOf(noun: string, field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "да" : "нет";
  if (typeof value === "number")
    return MONEY.includes(field)
      ? formatMoney(rublesToKopecks(value))
      : field === "bytes"
        ? `${Math.max(1, Math.round(value / BYTES_IN_KIB)).toLocaleString("ru-RU")} КБ`
        : numberText(field, value);
  if (typeof value === "string") return titlesOf(noun, field)[value] ?? dayText(value);
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((one) => textOf(noun, field, one)).join(", ");
  return Object.entries(value)
    .flatMap(([key, inner]) => {
      const text = textOf(noun, key, inner);
      return text === null ? [] : [`${(FIELDS[key] ?? INNER[key] ?? key).toLowerCase()} ${text}`];
    })
    .join(", ");
}

/** Fields of lists inside a snapshot. */
const INNER: Titles = {
  amountFrom: "от, ₽",
  approversCount: "согласующих",
  roleIDs: "роли",
  mode: "режим",
  topic: "события",
  channel: "канал",
  group: "группа",
};

/** Ids become «№ 12». */
function numberText(field: string, value: number): string {
  return /(Id|ID|Ids|IDs|_id)$|^(payout|corrects|repeats)$/.test(field)
    ? `№ ${value}`
    : value.toLocaleString("ru-RU");
}

function titlesOf(noun: string, field: string): Titles {
  if (field === "state") return STATES[noun] ?? {};
  if (noun === "webhook" && (field === "events" || field === "event")) return WEBHOOK_EVENT.titles;
  if (field === "role" || field === "roleIDs") return ROLE_TITLES;
  if (field === "reasonId") return REASON_TITLES;
  if (field === "smzState") return SMZ_STATE.titles;
  if (field === "taxPayer") return TAX_PAYER.titles;
  if (noun === "notification") return NOTICE_TITLES;
  if (field === "columns") return COLUMN_TITLES;
  if (field === "side") return SIDE_TITLES;
  if (field === "visibility") return JOB_VISIBILITY.titles;
  return field === "mode" ? EXECUTION_MODE.titles : {};
}

function dayText(value: string): string {
  return /^\d{4}-\d{2}-\d{2}($|T\d{2}:\d{2})/.test(value) ? formatDate(value.slice(0, 10)) : value;
}
