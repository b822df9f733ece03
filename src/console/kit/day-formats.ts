/**
 * Of every field of a day: the first is shown, each may be typed, also as digits alone. None fits
 * the beginning of another: a field takes the day with the first key that makes one, and writes it
 * anew under the hand.
 */
export const DAY_FORMATS: string[] = ["DD.MM.YYYY", "DDMMYYYY", "D.M.YYYY", "YYYY-MM-DD"];
