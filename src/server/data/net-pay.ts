import { sql, type RawBuilder } from "kysely";

/**
 * What its bank order is for: the pay less what is kept of it for the tax and for a debt.
 *
 * @param alias - of `payouts`.
 */
export function netPayOf(alias: string): RawBuilder<bigint> {
  const row = sql.ref(alias);
  return sql`(${row}.amount_kopecks - ${row}.tax_reserved_kopecks - ${row}.debt_taken_kopecks)`;
}
