import { shareOf, type RatePpm } from "#contract/values/money.ts";

export interface ForecastRates {
  /** 4 % of incomes from individuals, 6 % from companies and entrepreneurs. */
  readonly taxPpm: RatePpm;
  /** What the deduction takes off: 1 % and 2 % of the income. */
  readonly deductionPpm: RatePpm;
}

export interface TaxForecast {
  /** Kopecks, as all sums here. */
  readonly tax: bigint;
  readonly deduction: bigint;
  readonly bonusAfter: bigint;
}

/**
 * The professional income tax of an income before the tax service has said its own sum: only a
 * forecast.
 *
 * @param bonusLeft - what is left of the deduction before this income; never below zero. Source:
 *   `domain.md` §1.2.
 */
export function forecastTax(income: bigint, rates: ForecastRates, bonusLeft: bigint): TaxForecast {
  const base = shareOf(income, rates.taxPpm);
  const most = shareOf(income, rates.deductionPpm);
  const deduction = bonusLeft < most ? bonusLeft : most;
  return { tax: base - deduction, deduction, bonusAfter: bonusLeft - deduction };
}
