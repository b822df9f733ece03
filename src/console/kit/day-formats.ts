/** Of every field of a day: the first is shown, each may be typed, also as digits alone. */
export const DAY_FORMATS: string[] = [
  "DD.MM.YYYY",
  "DDMMYYYY",
  "D.M.YYYY",
  "D.M.YY",
  "DDMMYY",
  "YYYY-MM-DD",
];
