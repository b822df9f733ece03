import { rublesToKopecks } from "#contract/values/money.ts";
import { invalid } from "./app-error.ts";

/** Kopecks, or a sentence. */
export function rublesOrInvalid(rubles: number): bigint | string {
  try {
    return rublesToKopecks(rubles);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message;
  }
}

/**
 * @returns kopecks.
 * @throws AppError `invalid` - no number, more than two decimals, too large.
 */
export function readRubles(rubles: number, field = "amount"): bigint {
  const kopecks = rublesOrInvalid(rubles);
  if (typeof kopecks === "string") throw invalid({ [field]: [kopecks] });
  return kopecks;
}
