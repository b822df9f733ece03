import { sql, type Kysely } from "kysely";
import { addDays, formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";

/** The Government's decree for a year is out in the autumn before it. */
const WARNED_DAYS = 60;

/**
 * Years are known as a whole. After the last one holidays would be taken for working days, and
 * money promised too early.
 *
 * @returns what to do, for the platform's people; `null` while the calendar is long enough.
 */
export async function calendarWarning(db: Kysely<Schema>, now: Date): Promise<string | null> {
  const { rows } = await sql<{ last_day: string | null }>`
    SELECT to_char(max(day), 'YYYY-12-31') AS last_day FROM calendar_exceptions`.execute(db);
  const lastDay = rows[0]?.last_day;
  if (!lastDay || addDays(moscowDate(now), WARNED_DAYS) < lastDay) return null;
  return `Календарь рабочих дней кончается ${formatDate(lastDay)}: дальше сроки выплат и счетов не знают праздников. Поставьте выпуск с праздниками следующего года`;
}
