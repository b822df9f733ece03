import { DIGEST_HOUR, SMS_HOURS, type NoticeChannel } from "#contract/notices/notice-channels.ts";
import { addDays, moscowDate, type CalendarDate } from "#contract/values/calendar-date.ts";

/** Notices within it share a message. */
const GATHER_MS = 10_000;

/** Earlier transactions have ended by then. */
const DIGEST_REST_MS = 5 * 60_000;

/** SMS and what browsers show only by day. */
export function dueTime(channel: NoticeChannel, now: Date): Date {
  const due = new Date(now.getTime() + GATHER_MS);
  if (channel === "EMAIL") return due;
  const today = moscowDate(due);
  if (due < moscowHour(today, SMS_HOURS.from)) return moscowHour(today, SMS_HOURS.from);
  return due < moscowHour(today, SMS_HOURS.to)
    ? due
    : moscowHour(addDays(today, 1), SMS_HOURS.from);
}

export function digestDue(now: Date): { readonly day: CalendarDate; readonly until: Date } {
  const today = moscowDate(now);
  const day =
    now.getTime() >= moscowHour(today, DIGEST_HOUR).getTime() + DIGEST_REST_MS
      ? today
      : addDays(today, -1);
  return { day, until: moscowHour(day, DIGEST_HOUR) };
}

/** @param hour - Moscow, 0 to 23. */
function moscowHour(day: CalendarDate, hour: number): Date {
  return new Date(`${day}T${String(hour).padStart(2, "0")}:00:00+03:00`);
}
