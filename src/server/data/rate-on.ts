import { sql, type RawBuilder } from "kysely";

/** Dated rates the law or a tariff changes. */
export type RateCode =
  | "npd-year-limit-kopecks"
  | "npd-legal-entity-ppm"
  | "vat-ppm"
  | "withdrawal-fee-ppm"
  | "ndfl-ppm"
  | "contributions-ppm"
  | "unpaid-tax-fine-ppm";

/**
 * A rate as it is on a Moscow day: a subquery in brackets, one value as a column, one row `(value)`
 * after FROM and AS; NULL or no row before the first date.
 *
 * @param day - yyyy-MM-dd, or an expression that gives it.
 */
export function rateOn(code: RateCode, day: string | RawBuilder<unknown>): RawBuilder<bigint> {
  return sql<bigint>`
    (SELECT value
      FROM rates
      WHERE code = ${code} AND from_date <= ${day}::date
      ORDER BY from_date DESC
      LIMIT 1)`;
}
