import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { parseCalendarDate, type CalendarDate } from "#contract/values/calendar-date.ts";
import { healInn, personInnFinding } from "#contract/values/inn.ts";
import { normalizePhone, WRONG_PHONE } from "#contract/values/phone.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { type TableFinding, TableRow } from "#contract/registries/table-row.ts";

type BlacklistColumnKey = "inn" | "phone" | "fullName" | "reason" | "comment" | "validUntil";
export type BlacklistReason = IdOf<typeof REASONS.blacklist>;

/** ИНН or phone is enough. Source: `domain.md` §4.6. */
export const BLACKLIST_COLUMNS: readonly RegistryColumn<BlacklistColumnKey>[] = [
  {
    key: "inn",
    title: "ИНН",
    required: false,
    aliases: ["ИНН исполнителя", "ИНН самозанятого"],
    isText: true,
    width: 16,
  },
  {
    key: "phone",
    title: "Телефон",
    required: false,
    aliases: ["Телефон исполнителя", "Номер телефона"],
    isText: true,
    width: 18,
  },
  {
    key: "fullName",
    title: "ФИО",
    required: false,
    aliases: ["ФИО исполнителя", "Исполнитель"],
    isText: false,
    width: 34,
  },
  { key: "reason", title: "Причина", required: true, aliases: [], isText: false, width: 32 },
  {
    key: "comment",
    title: "Комментарий",
    required: false,
    aliases: ["Примечание"],
    isText: false,
    width: 40,
  },
  {
    key: "validUntil",
    title: "Действует до",
    required: false,
    aliases: ["Срок", "Дата окончания"],
    isText: false,
    width: 14,
  },
];

/** `inn` or `phone` is set, unless there are errors. */
export interface BlacklistRow {
  readonly inn: string | null;
  readonly phone: string | null;
  readonly name: string | null;
  readonly reason: BlacklistReason;
  readonly comment: string | null;
  /** Inclusive; `null`: forever. */
  readonly validUntil: CalendarDate | null;
}

export interface ValidatedBlacklistRow {
  readonly values: BlacklistRow | null;
  readonly findings: readonly TableFinding[];
}

export const BLACKLIST_MESSAGES = {
  nobody: "Укажите ИНН или телефон",
  unknownReason: "Неизвестная причина",
  untilInPast: "Срок уже прошёл. Укажите сегодняшний день или позже",
} as const;

/** Needs no database. Source: `domain.md` §4.6. */
export function validateBlacklistRow(
  cells: readonly string[],
  { today, uses1904 = false }: { readonly today: CalendarDate; readonly uses1904?: boolean },
): ValidatedBlacklistRow {
  const row = new TableRow(BLACKLIST_COLUMNS, cells);
  const inn = readInn(row);
  const phone = readPhone(row);
  if (inn === null && phone === null && !row.hasErrors)
    row.refuse("inn", "nobody", BLACKLIST_MESSAGES.nobody);
  const name = row.text("fullName", 255);
  const reason = readReason(row);
  const comment = row.text("comment", 500);
  const validUntil = readValidUntil(row, today, uses1904);
  return {
    values:
      row.hasErrors || reason === null ? null : { inn, phone, name, reason, comment, validUntil },
    findings: row.findings,
  };
}

type Row = TableRow<BlacklistColumnKey>;

function readInn(row: Row): string | null {
  const text = row.text("inn", 40);
  if (text === null) return null;
  const inn = healInn(text.replace(/[\s\u200B]/g, ""));
  const finding = personInnFinding(inn);
  if (finding === null) return inn;
  return row.refuse(
    "inn",
    `inn_${finding}`,
    finding === "length" ? "ИНН должен содержать 12 цифр" : "Неверная контрольная сумма ИНН",
  );
}

function readPhone(row: Row): string | null {
  const text = row.text("phone", 40);
  if (text === null) return null;
  return normalizePhone(text) ?? row.refuse("phone", "phone_invalid", WRONG_PHONE);
}

const REASON_BY_TITLE = new Map(
  Object.entries(REASONS.blacklist.titles).map(([id, title]) => [
    fold(title),
    id as BlacklistReason,
  ]),
);

function readReason(row: Row): BlacklistReason | null {
  const text = row.text("reason", 100);
  if (text === null)
    return row.findings.some(({ column }) => column === "reason")
      ? null
      : row.refuse("reason", "required", "Обязательное поле");
  return (
    REASON_BY_TITLE.get(fold(text)) ??
    row.refuse("reason", "unknown_reason", BLACKLIST_MESSAGES.unknownReason)
  );
}

function readValidUntil(row: Row, today: CalendarDate, uses1904: boolean): CalendarDate | null {
  const text = row.text("validUntil", 40);
  if (text === null) return null;
  const parsed = parseCalendarDate(text, uses1904);
  if (!parsed.ok)
    return row.refuse("validUntil", "date_invalid", "Неверная дата. Формат: 31.12.2026");
  return parsed.date < today
    ? row.refuse("validUntil", "until_in_past", BLACKLIST_MESSAGES.untilInPast)
    : parsed.date;
}

/** Ignores case, ё and text in brackets. */
function fold(text: string): string {
  return text
    .replace(/\([^()]*\)/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/ё/g, "е");
}
