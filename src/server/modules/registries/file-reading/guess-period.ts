import { formatDate, parseCalendarDate, toDayNumber } from "#contract/values/calendar-date.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";

const MONTH =
  /(январ|феврал|март|апрел|ма[йяе]|июн|июл|август|сентябр|октябр|ноябр|декабр)[а-я]*\s+(\d{4})/i;
const STARTS = ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];
const DAYS = /(\d{1,2}\.\d{1,2}\.\d{2,4})\D{1,12}(\d{1,2}\.\d{1,2}\.\d{2,4})/;

/** Above a table («за ноябрь 2026», «с 01.11.2026 по 15.11.2026»), for date columns it lacks. */
export function guessPeriod(
  columns: readonly RegistryColumn[],
  found: Readonly<Record<string, number>>,
  above: string,
  today: string,
): Record<string, string> {
  const [start, end] = columns.filter(({ holds, required }) => holds === "date" && required);
  const period =
    start && end && !(start.key in found) && !(end.key in found) ? periodOf(above) : null;
  if (!period || !start || !end || period.from > today) return {};
  return {
    [start.key]: formatDate(period.from),
    [end.key]: formatDate(period.to < today ? period.to : today),
  };
}

function periodOf(text: string): { from: string; to: string } | null {
  const [, first = "", last = ""] = DAYS.exec(text) ?? [];
  const [from, to] = [parseCalendarDate(first), parseCalendarDate(last)];
  if (from.ok && to.ok && toDayNumber(from.date) <= toDayNumber(to.date))
    return { from: from.date, to: to.date };
  const [, name = "", year = ""] = MONTH.exec(text) ?? [];
  const month = STARTS.findIndex((word) => name.toLowerCase().startsWith(word)) + 1;
  if (month === 0 || name === "") return null;
  const days = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  const start = `${year}-${String(month).padStart(2, "0")}`;
  return { from: `${start}-01`, to: `${start}-${days}` };
}
