import { sql, type RawBuilder } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { rateOn } from "#server/data/rate-on.ts";

/** The rate of the Moscow day as a row `vat(ppm)`, for a WITH list. */
export function vatRate(at: Date): RawBuilder<unknown> {
  return sql`vat (ppm) AS ${rateOn("vat-ppm", moscowDate(at))}`;
}

/** VAT in `commission_kopecks`, rounded; needs `vat`. Source: `domain.md` §3.1. */
export const VAT_INSIDE = sql`
  (commission_kopecks * vat.ppm + (1000000 + vat.ppm) / 2) / (1000000 + vat.ppm)`;
