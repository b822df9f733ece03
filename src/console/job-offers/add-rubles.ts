/** Sums rubles as kopecks to avoid float errors. */
export function addRubles(rubles: readonly number[]): number {
  return rubles.reduce((total, one) => total + Math.round(one * 100), 0) / 100;
}
