/** As kopecks: no float errors. */
export function addRubles(rubles: readonly number[]): number {
  return rubles.reduce((total, one) => total + Math.round(one * 100), 0) / 100;
}
