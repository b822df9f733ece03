import { loadCsv, text, yesOrNo } from "#server/files/load-csv.ts";

/**
 * Weekdays off and working weekend days, five-day week. Source: ст. 112 ТК РФ and the Government's
 * decrees: № 1335 of 04.10.2024 (for 2025), № 1466 of 24.09.2025 (for 2026). For 2027 only the law
 * itself; add rows for the decree when it is published. Sixty days before the end of the last year here
 * the platform warns of it.
 */
export const CALENDAR_EXCEPTIONS = loadCsv(import.meta.url, "calendar.csv", {
  day: text,
  isWorking: yesOrNo,
});
