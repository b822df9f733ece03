import { sql, type RawBuilder } from "kysely";

/** Changed by law or tariff on a date. */
export type RateCode =
  | "npd-year-limit-kopecks"
  | "npd-legal-entity-ppm"
  | "vat-ppm"
  | "withdrawal-fee-ppm"
  | "ndfl-ppm"
  | "contributions-ppm"
  | "unpaid-tax-fine-ppm";

/**
 * A subquery in brackets: a scalar, or a row `(value)`; NULL or no row before the first date.
 *
 * @param day - Moscow day, yyyy-MM-dd, or SQL.
 */
export function rateOn(code: RateCode, day: string | RawBuilder<unknown>): RawBuilder<bigint> {
  return sql<bigint>`
    (SELECT value
      FROM rates
      WHERE code = ${code} AND from_date <= ${day}::date
      ORDER BY from_date DESC
      LIMIT 1)`;
}
