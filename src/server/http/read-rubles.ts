import { rublesToKopecks } from "#contract/values/money.ts";
import { invalid } from "./app-error.ts";

/** Rubles of a request as kopecks, or a sentence about what is wrong. */
export function rublesOrProblem(rubles: number): bigint | string {
  try {
    return rublesToKopecks(rubles);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message;
  }
}

/**
 * Rubles of a request as kopecks.
 *
 * @throws AppError `invalid` - not a number, more than two decimals, or too large.
 */
export function readRubles(rubles: number, field = "amount"): bigint {
  const kopecks = rublesOrProblem(rubles);
  if (typeof kopecks === "string") throw invalid({ [field]: [kopecks] });
  return kopecks;
}
