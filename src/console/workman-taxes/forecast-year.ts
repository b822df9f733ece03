const MONTHS_OF_YEAR = 12;

export interface YearForecast {
  /** Rubles, if the months to come bring as much as those that are over. */
  readonly total: number;
  /** 1 to 12: when the limit of the year is passed; `null` when it is not. */
  readonly limitMonth: number | null;
}

/**
 * What the income of a running year comes to when it goes on as it does.
 *
 * @param incomes - rubles of the months from January to the present one.
 */
export function forecastYear(incomes: readonly number[], limit: number): YearForecast {
  const over = incomes.slice(0, -1);
  const present = incomes.at(-1) ?? 0;
  const average = over.length > 0 ? sumOf(over) / over.length : present;
  let total = sumOf(over);
  let limitMonth: number | null = null;
  for (let month = incomes.length; month <= MONTHS_OF_YEAR; month += 1) {
    total += month === incomes.length ? Math.max(present, average) : average;
    if (limitMonth === null && total > limit) limitMonth = month;
  }
  return { total: Math.round(total * 100) / 100, limitMonth };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
