import { sql, type Kysely } from "kysely";
import type { ForecastRates } from "#contract/workman-taxes/tax-forecast.ts";
import type { Schema } from "#server/data/generated/schema.ts";

export interface TaxRates extends ForecastRates {
  readonly yearLimit: bigint;
  /** Kopecks; less is carried over to the next month. */
  readonly smallestTax: bigint;
}

/** For incomes from companies and entrepreneurs, which all customers are; yyyy-MM-dd. */
export async function readTaxRates(db: Kysely<Schema>, day: string): Promise<TaxRates> {
  const { rows } = await sql<{ code: string; value: bigint }>`
    SELECT DISTINCT ON (code) code, value
    FROM rates
    WHERE code LIKE 'npd-%' AND from_date <= ${day}::date
    ORDER BY code, from_date DESC`.execute(db);
  const values = new Map(rows.map(({ code, value }) => [code, value]));
  const valueOf = (code: string) => values.get(code) ?? 0n;
  return {
    taxPpm: Number(valueOf("npd-legal-entity-ppm")),
    deductionPpm: Number(valueOf("npd-bonus-legal-entity-ppm")),
    yearLimit: valueOf("npd-year-limit-kopecks"),
    smallestTax: valueOf("npd-smallest-tax-kopecks"),
  };
}
