import type { TSchema } from "typebox";
import { REASONS } from "#contract/definitions/reasons.ts";
import { NOTICE_PAYLOADS } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { addDays, moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import {
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";

/**
 * Made from the payload's schema: a new type needs no code here. A type gives the same resource all
 * day.
 */
export function sampleNotice(name: NoticeName, at: Date): object {
  return make(NOTICE_PAYLOADS[name], "", "", {
    name,
    today: moscowDate(at),
    turn: [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10_007, 7),
  }) as object;
}

const JOBS = [
  "Комплектация заказов на складе",
  "Разгрузка машины",
  "Промоакция у метро",
  "Уборка торгового зала",
  "Доставка документов",
  "Выкладка товара",
  "Монтаж выставочного стенда",
];
const COMPANIES = [
  "ООО «Северный склад»",
  "АО «Торговый дом Восток»",
  "ООО «Чистый город»",
  "ИП Лебедева О. В.",
];
const PEOPLE = ["Смирнов Алексей", "Кузнецова Мария", "Ибрагимов Тимур", "Орлова Светлана"];
const AMOUNTS = [12_500, 8_340.5, 2_340, 47_900, 15_000];

const TITLES: Partial<Record<NoticeName, string>> = {
  TaxAuthorityNotice: "Срок уплаты налога",
  ExportReady: "Чеки за октябрь",
  ExportFailed: "Акты за октябрь",
};
const TEXTS: Readonly<Record<string, string>> = {
  number: "1042",
  destination: "220000******0004",
  kind: "payroll",
  payerComment: "Оплата по счёту 1024",
  text: "Налог за прошлый месяц нужно уплатить не позднее 28 числа",
  cancelComment: "Работы перенесены на следующую неделю",
  declineComment: "В эти дни уже занят другой объект",
};
const REJECT_COMMENTS: Readonly<Record<string, string>> = {
  job: "Добавьте адрес и время начала работы",
  account: "Приложите приказ о назначении директора",
  workman: "На снимке паспорта не видно серии",
  document: "Снимите разворот целиком, без бликов",
  registry: "Сверьте суммы с актами за неделю",
};

const REASON_LISTS: Partial<Record<NoticeName, keyof typeof REASONS>> = {
  JobRejected: "jobReject",
  JobCanceled: "jobCancel",
  InviteDeclined: "declineByWorkman",
  OfferDeclined: "offerDeclineByAccount",
  OfferRejected: "offerReject",
  AccountDisabled: "accountReject",
  AccountRejected: "accountReject",
  AccountDistrusted: "accountReject",
  WorkmanRejected: "workmanReject",
  WorkmanBlocked: "workmanReject",
  DocumentRejected: "workmanReject",
  AccountReviewRejected: "reviewReject",
  WorkmanReviewRejected: "reviewReject",
  WithdrawalFailed: "payoutFailure",
};

interface Scene {
  readonly name: NoticeName;
  readonly today: CalendarDate;
  /** By type: a page of samples must not repeat one job. */
  readonly turn: number;
}

interface SchemaView {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

function make(schema: TSchema, key: string, parent: string, scene: Scene): unknown {
  const view = schema as SchemaView;
  const { name, today } = scene;
  if (key.endsWith("Reason")) return reasonOf(name);
  if (key === "documents")
    return (["registration_list", "medical_examination"] as const).map((type) =>
      document(type, name.endsWith("Expired") ? addDays(today, -1) : addDays(today, 14)),
    );
  if (key === "document") return { name: WORKMAN_DOCUMENT_TYPE.titles.patent, type: "patent" };
  if (view.anyOf?.[0]) return make(view.anyOf[0], key, parent, scene);
  if (view.properties)
    return Object.fromEntries(
      Object.entries(view.properties).map(([field, inner]) => [
        field,
        make(inner, field, key, scene),
      ]),
    );
  if (view.items) return [make(view.items, key, parent, scene)];
  if (view.enum) return view.enum[0];
  if (view.type === "boolean") return false;
  if (view.format === "date") return addDays(today, 14);
  if (view.format === "date-time") return `${addDays(today, 1)}T09:00:00.000Z`;
  return view.type === "integer" || view.type === "number"
    ? numberOf(key, scene)
    : textOf(key, scene);
}

function numberOf(key: string, { name, today, turn }: Scene): number {
  const amount = pick(AMOUNTS, turn);
  const month = Number(today.slice(5, 7));
  const numbers: Readonly<Record<string, number>> = {
    amount,
    sum: amount,
    newAmount: Math.round(amount * 0.8),
    requestedAmount:
      name === "TaxPaymentPartiallyPaid"
        ? amount * 2
        : name === "TaxPaymentRefundedWithoutRequest"
          ? 0
          : amount,
    taxAmount: amount - 150,
    debtAmount: 120,
    penaltyAmount: 30,
    monthNumber: month === 1 ? 12 : month - 1,
    year: Number(today.slice(0, 4)) - 1,
    number: 17,
    rowsCount: 250,
    doneCount: 247,
    failedCount: 3,
  };
  return numbers[key] ?? 1;
}

function textOf(key: string, { name, turn }: Scene): string {
  if (key === "companyDetailsName") return pick(COMPANIES, turn);
  if (key === "name") return pick(PEOPLE, turn);
  if (key === "title") return TITLES[name] ?? pick(JOBS, turn);
  if (key === "rejectComment")
    return REJECT_COMMENTS[NOTICE_TYPES[name].category] ?? "Уберите телефон из текста";
  if (key === "shown") return "220070******0001";
  return TEXTS[key] ?? "Пример";
}

function reasonOf(name: NoticeName): { id: string; title: string } | null {
  const list = REASON_LISTS[name];
  return list ? (REASONS[list].definitions[0] ?? null) : null;
}

function document(type: WorkmanDocumentType, expireDate: CalendarDate) {
  return { name: WORKMAN_DOCUMENT_TYPE.titles[type], type, expireDate };
}

function pick<One>(from: readonly One[], turn: number): One {
  return from[turn % from.length] as One;
}
