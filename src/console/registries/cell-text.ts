import type { ColumnHolds } from "#contract/registries/registry-columns.ts";
import { formatDate, parseCalendarDate } from "#contract/values/calendar-date.ts";
import { healInn, isInn, tidyInn } from "#contract/values/inn.ts";
import { formatAmount, isMendedAmount, parseAmount } from "#contract/values/money.ts";

/** Formats numbers, sums and days of a column alike; keeps the unreadable. */
export function cellText(holds: ColumnHolds | undefined, text: string): string {
  if (holds === "sum") {
    const read = parseAmount(text);
    return read.ok ? formatAmount(read.kopecks) : text;
  }
  if (holds === "date") {
    const read = parseCalendarDate(text);
    return read.ok ? formatDate(read.date) : text;
  }
  if (holds === "inn") {
    const inn = healInn(tidyInn(text));
    return isInn(inn) ? inn : text;
  }
  return text;
}

/**
 * Text of a person who types «1.11.26»: kept as it is read, since the note of a mended cell tells
 * what the file had.
 */
export function typedText(holds: ColumnHolds | undefined, text: string): string {
  const read = holds === "date" ? parseCalendarDate(text) : null;
  const isMended =
    holds === "inn" || (read?.ok && read.isMended) || (holds === "sum" && isMendedAmount(text));
  return isMended ? cellText(holds, text) : text;
}
