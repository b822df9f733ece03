import { invalid } from "#server/http/app-error.ts";
import { readRubles } from "#server/http/read-rubles.ts";

const MIN_KOPECKS = 100n;

/**
 * Rubles → kopecks.
 *
 * @throws AppError `invalid` — field `amount`; bounds of `domain.md` §3.1.
 */
export function readSum(rubles: number, { allowsZero = false } = {}): bigint {
  const kopecks = readRubles(rubles);
  if (kopecks === 0n && allowsZero) return kopecks;
  if (kopecks < MIN_KOPECKS) throw invalid({ amount: ["Укажите сумму не меньше 1 ₽"] });
  return kopecks;
}
