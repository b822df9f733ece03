import { sql, type RawBuilder } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { rateOn } from "#server/data/rate-on.ts";

/** The VAT rate on the moment's Moscow day as a row `vat(ppm)`, for a WITH list. */
export function vatRate(at: Date): RawBuilder<unknown> {
  return sql`vat (ppm) AS ${rateOn("vat-ppm", moscowDate(at))}`;
}

/**
 * VAT included in the column `commission_kopecks`, rounded to the kopeck; needs `vat`. Source:
 * `domain.md` §3.1.
 */
export const VAT_INSIDE = sql`
  (commission_kopecks * vat.ppm + (1000000 + vat.ppm) / 2) / (1000000 + vat.ppm)`;
