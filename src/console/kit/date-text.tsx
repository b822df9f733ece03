import { formatDay, formatInstant } from "#web/format/dates.ts";
import { productNow } from "#web/live/product-clock.ts";

interface DateTextProps {
  /** ISO instant, calendar date `yyyy-MM-dd`, or unix seconds. */
  readonly value: string | number | null | undefined;
  readonly isDay?: boolean;
}

export function DateText({ value, isDay }: DateTextProps) {
  if (value === null || value === undefined || value === "") return <span>—</span>;
  const at = typeof value === "number" ? new Date(value * 1000).toISOString() : value;
  const text =
    isDay || /^\d{4}-\d{2}-\d{2}$/.test(at) ? formatDay(at) : formatInstant(at, productNow());
  return <time dateTime={at}>{text}</time>;
}
