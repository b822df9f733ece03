import type { WorkPeriod } from "#contract/registries/payroll-repeat.ts";
import { addDays, type CalendarDate } from "#contract/values/calendar-date.ts";

/**
 * The same days so many months later that none is paid twice, whole months staying whole: after
 * February comes March to its end. Of a period that is not over only the days until today; one that would begin later
 * begins right after the source's.
 *
 * @returns `null` — no day of it has passed, and work of the future is not paid.
 */
export function nextPeriod(
  { workStart, workEnd }: WorkPeriod,
  today: CalendarDate,
): WorkPeriod | null {
  let months = 1;
  while (inMonths(workStart, months) <= workEnd) months += 1;
  const sameDays = inMonths(workStart, months);
  const start = sameDays <= today ? sameDays : addDays(workEnd, 1);
  const isMonthEnd = monthOf(addDays(workEnd, 1)) > monthOf(workEnd);
  const last = isMonthEnd
    ? addDays(firstOf(monthOf(workEnd) + months + 1), -1)
    : inMonths(workEnd, months);
  const end = last < today ? last : today;
  return start <= end ? { workStart: start, workEnd: end } : null;
}

/** Counted from the year 0. */
function monthOf(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function firstOf(month: number): CalendarDate {
  const year = String(Math.floor(month / 12)).padStart(4, "0");
  return `${year}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}

/** The 31st becomes the last day of a shorter month. */
function inMonths(date: CalendarDate, months: number): CalendarDate {
  const month = monthOf(date) + months;
  const day = addDays(firstOf(month), Number(date.slice(8)) - 1);
  return monthOf(day) === month ? day : addDays(firstOf(month + 1), -1);
}
