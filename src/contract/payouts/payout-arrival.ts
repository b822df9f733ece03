import { formatDate, type CalendarDate } from "#contract/values/calendar-date.ts";

/** When money arrives, in the notice, on each page and on the receipt of a withdrawal. */
export function arrivalWords(promisedOn: CalendarDate): string {
  return `обычно сразу, не позже ${formatDate(promisedOn)}`;
}
