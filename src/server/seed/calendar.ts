/**
 * Weekdays off and weekend days worked in Russia, five-day week.
 *
 * Source: ст. 112 ТК РФ and the Government's decrees on moved days off: № 1335 of 04.10.2024 (for
 * 2025), № 1466 of 24.09.2025 (for 2026). For 2027 only what the law itself gives is here; the
 * decree's moves are added as rows when it is out.
 */
export const DAYS_OFF: readonly string[] = [
  ...[
    "01-01",
    "01-02",
    "01-03",
    "01-06",
    "01-07",
    "01-08",
    "05-01",
    "05-02",
    "05-08",
    "05-09",
    "06-12",
    "06-13",
    "11-03",
    "11-04",
    "12-31",
  ].map((day) => `2025-${day}`),
  ...[
    "01-01",
    "01-02",
    "01-05",
    "01-06",
    "01-07",
    "01-08",
    "01-09",
    "02-23",
    "03-09",
    "05-01",
    "05-11",
    "06-12",
    "11-04",
    "12-31",
  ].map((day) => `2026-${day}`),
  ...[
    "01-01",
    "01-04",
    "01-05",
    "01-06",
    "01-07",
    "01-08",
    "02-23",
    "03-08",
    "05-03",
    "05-10",
    "06-14",
    "11-04",
  ].map((day) => `2027-${day}`),
];

export const WORKED_WEEKENDS: readonly string[] = ["2025-11-01"];
