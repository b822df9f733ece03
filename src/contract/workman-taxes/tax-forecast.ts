import { shareOf, type RatePpm } from "#contract/values/money.ts";

export interface ForecastRates {
  /** 4 % from individuals, 6 % from companies. */
  readonly taxPpm: RatePpm;
  /** 1 % and 2 % of the income. */
  readonly deductionPpm: RatePpm;
}

export interface TaxForecast {
  /** Kopecks, as every sum here. */
  readonly tax: bigint;
  readonly deduction: bigint;
  readonly bonusAfter: bigint;
}

/**
 * Until the tax service states the tax. Source: `domain.md` §1.2.
 *
 * @param bonusLeft - deduction left before, kopecks.
 */
export function forecastTax(income: bigint, rates: ForecastRates, bonusLeft: bigint): TaxForecast {
  const base = shareOf(income, rates.taxPpm);
  const most = shareOf(income, rates.deductionPpm);
  const deduction = bonusLeft < most ? bonusLeft : most;
  return { tax: base - deduction, deduction, bonusAfter: bonusLeft - deduction };
}
