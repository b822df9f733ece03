const MONTHS_OF_YEAR = 12;

export interface YearForecast {
  /** Rubles, at the past months' average. */
  readonly total: number;
  /** Month (1 to 12) that exceeds the year's limit. */
  readonly limitMonth: number | null;
}

/**
 * @param incomes - rubles by month, from January to the current one.
 * @param used - rubles of the limit; more than the months where acts wait for a signature or the
 *   tax service told of other payers.
 */
export function forecastYear(
  incomes: readonly number[],
  limit: number,
  used: number,
): YearForecast {
  const over = incomes.slice(0, -1);
  const present = incomes.at(-1) ?? 0;
  const average = over.length > 0 ? sumOf(over) / over.length : present;
  let total = sumOf(over) + Math.max(used - sumOf(incomes), 0);
  let limitMonth: number | null = null;
  for (let month = incomes.length; month <= MONTHS_OF_YEAR; month += 1) {
    total += month === incomes.length ? Math.max(present, average) : average;
    if (limitMonth === null && total > limit) limitMonth = month;
  }
  return { total, limitMonth };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
