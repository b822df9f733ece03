/**
 * `yyyy-MM-dd`, without time zone. Source: `domain.md` §3.1 (business date in Moscow), §4.1 (dates
 * in files).
 */
export type CalendarDate = string;

type DateRefusal = "empty" | "not_a_date";
export type ParsedDate =
  | {
      ok: true;
      date: CalendarDate;
      /** Reported as repaired: «16.11.26», «16 ноября 2026 г.». */
      isMended?: true;
    }
  | { ok: false; reason: DateRefusal };

/**
 * Reads `dd.MM.yyyy`, `yyyy-MM-dd` (with or without a time), a serial number `46086`, `16.11.26`,
 * `16-11-2026`, `16.11.2026 г.`, `16 ноября 2026`.
 *
 * @param uses1904 - the workbook counts days from 1904 (old Excel for Mac).
 */
export function parseCalendarDate(text: string, uses1904 = false): ParsedDate {
  const body = text.trim();
  const length = body.length;
  if (length === 0) return REFUSED.empty;
  if (length >= 10) {
    if (length > 10 && !/^.{10}[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/.test(body))
      return length > MOST_CHARACTERS ? REFUSED.not_a_date : parseRareForm(body, uses1904);
    const isDotted = body.charCodeAt(2) === 0x2e && body.charCodeAt(5) === 0x2e;
    const isDashed = body.charCodeAt(4) === 0x2d && body.charCodeAt(7) === 0x2d;
    if (isDotted) return makeDate(digits(body, 6, 4), digits(body, 3, 2), digits(body, 0, 2));
    if (isDashed) return makeDate(digits(body, 0, 4), digits(body, 5, 2), digits(body, 8, 2));
  }
  return parseRareForm(body, uses1904);
}

/** Drops the time of day. The last minute belongs to the next day: programs lose parts of seconds. */
export function fromExcelSerial(serial: number, uses1904 = false): CalendarDate | null {
  const day = Math.floor(serial + MINUTE);
  // Excel counts 29.02.1900, which never existed: refuse serials up to it.
  if (!Number.isFinite(serial) || day > 2_958_465 || day < (uses1904 ? 0 : 61)) return null;
  return fromDayNumber(day + (uses1904 ? EPOCH_1904 : EPOCH_1900));
}

/** The day was taken for the next one. */
export function isLastMinute(serial: number): boolean {
  return Math.floor(serial + MINUTE) > Math.floor(serial);
}

/** Of a serial; 0 also for the last minute, which is the next day's. */
export function minuteOfDay(serial: number): number {
  return isLastMinute(serial) ? 0 : Math.round((serial - Math.floor(serial)) / MINUTE);
}

export function compareDates(one: CalendarDate, other: CalendarDate): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(toDayNumber(date) + days);
}

/** Negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** `2026-03-05` → `05.03.2026`. */
export function formatDate(date: CalendarDate): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

/** UTC+3 since 26.10.2014; no instant is older. */
export function moscowDate(instant: Date): CalendarDate {
  return new Date(instant.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);
}

export function moscowMidnight(date: CalendarDate): Date {
  return new Date(toDayNumber(date) * 86_400_000 - MOSCOW_OFFSET_MS);
}

/** «21.11.2026 в 14:05», Moscow time. */
export function formatMoscowTime(instant: Date): string {
  return `${formatDate(moscowDate(instant))} в ${moscowTime(instant)}`;
}

/** «14:05», Moscow time. */
export function moscowTime(instant: Date): string {
  return new Date(instant.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(11, 16);
}

/** Days since 1970-01-01. */
export function toDayNumber(date: CalendarDate): number {
  return countDays(digits(date, 0, 4), digits(date, 5, 2), digits(date, 8, 2));
}

/** NaN for an impossible day or a year outside 1900 to 9999. */
export function dayNumber(year: number, month: number, day: number): number {
  return isCalendarDay(year, month, day) ? countDays(year, month, day) : Number.NaN;
}

function countDays(calendarYear: number, month: number, day: number): number {
  const year = calendarYear - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const MOSCOW_OFFSET_MS = 3 * 60 * 60 * 1000;
/** Of a day. */
const MINUTE = 1 / 1_440;
/** 1899-12-30 and 1904-01-01. */
const EPOCH_1900 = -25_569;
const EPOCH_1904 = -24_107;

const REFUSED = {
  empty: { ok: false, reason: "empty" },
  not_a_date: { ok: false, reason: "not_a_date" },
} as const satisfies Record<DateRefusal, ParsedDate>;

function parseRareForm(body: string, uses1904: boolean): ParsedDate {
  const short = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(body);
  if (short) return makeDate(Number(short[3]), Number(short[2]), Number(short[1]));
  // Five digits are 1927 to 2173: neither years nor sums.
  if (/^\d{5}(?:\.\d+)?$/.test(body)) {
    const date = fromExcelSerial(Number(body), uses1904);
    if (!date) return REFUSED.not_a_date;
    return isLastMinute(Number(body)) ? { ok: true, date, isMended: true } : { ok: true, date };
  }
  return parseWrittenForm(body);
}

/** Longer texts are no dates. */
const MOST_CHARACTERS = 32;
const MONTHS = ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];
/** 69 is 2069, 70 is 1970. */
const LAST_OF_CENTURY = 69;

function parseWrittenForm(text: string): ParsedDate {
  const body = text.replace(/\s*(?:г\.?|года?)$/i, "");
  const [, day, mark, month, year] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(body) ?? [];
  // 05/03/2026 is March in Moscow and May in New York: only a day past 12 decides.
  if (day && month && year && (mark !== "/" || Number(day) > 12 || day === month))
    return mended(fullYear(year), Number(month), Number(day));
  const words = /^(\d{1,2})\s+([а-яё]{3,8})\s+(\d{4})$/i.exec(body);
  const name = words?.[2]?.toLowerCase() ?? "";
  const index = MONTHS.findIndex((start) => name.startsWith(start));
  return words && index !== -1
    ? mended(Number(words[3]), index + 1, Number(words[1]))
    : REFUSED.not_a_date;
}

function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) <= LAST_OF_CENTURY ? 2000 : 1900);
}

function mended(year: number, month: number, day: number): ParsedDate {
  const read = makeDate(year, month, day);
  return read.ok ? { ...read, isMended: true } : read;
}

function makeDate(year: number, month: number, day: number): ParsedDate {
  return isCalendarDay(year, month, day)
    ? { ok: true, date: `${year}-${pad(month)}-${pad(day)}` }
    : REFUSED.not_a_date;
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  // NaN fails every comparison: letters are refused too.
  return (
    year >= 1900 &&
    year <= 9999 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysInMonth(year, month)
  );
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function fromDayNumber(dayNumber: number): CalendarDate {
  const shifted = dayNumber + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, "0")}-${pad(month)}-${pad(day)}`;
}

function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let index = from; index < from + count; index += 1) {
    const digit = text.charCodeAt(index) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
