import { moscowDate, moscowTime } from "#contract/values/calendar-date.ts";

const NBSP = "\u00A0";
const DAY_MS = 86_400_000;

/** For «за март 2026 года» and «5 марта». */
export const MONTHS = [
  "январь",
  "февраль",
  "март",
  "апрель",
  "май",
  "июнь",
  "июль",
  "август",
  "сентябрь",
  "октябрь",
  "ноябрь",
  "декабрь",
] as const;

/**
 * «сегодня в 14:05», «вчера в 09:10», «05.03.2026 в 14:05». Source: specification §9. Decision:
 * Moscow time everywhere: tax months and deadlines count in it.
 *
 * @param now - for tests.
 */
export function formatInstant(instant: Date | string, now: Date = new Date()): string {
  const at = toDate(instant);
  if (!at) return "";
  const time = moscowTime(at);
  const date = moscowDate(at);
  if (date === moscowDate(now)) return `сегодня в${NBSP}${time}`;
  if (date === moscowDate(new Date(now.getTime() - DAY_MS))) return `вчера в${NBSP}${time}`;
  return `${formatDay(at)} в${NBSP}${time}`;
}

/** Moscow; a calendar date `yyyy-MM-dd` is not shifted. */
export function formatDay(value: Date | string): string {
  if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)) return dotted(value);
  const at = toDate(value);
  return at ? dotted(moscowDate(at)) : "";
}

/** Source: specification §3, «Dates are sent as seconds». */
export function formatSeconds(seconds: number, now?: Date): string {
  return formatInstant(new Date(seconds * 1000), now);
}

/** «14:05 05.03.2026». Source: specification §4. */
export function formatMaintenanceTime(instant: Date | string): string {
  const at = toDate(instant);
  return at ? `${moscowTime(at)} ${formatDay(at)}` : "";
}

/** `monthNumber`: 1 to 12. */
export function formatMonth(monthNumber: number, year: number): string {
  return `${MONTHS[monthNumber - 1] ?? ""} ${year}`.trim();
}

function dotted(date: string): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

function toDate(value: Date | string): Date | null {
  const date = value instanceof Date ? value : new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
