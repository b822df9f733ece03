/** Rubles of the wire have two decimals: summed as kopecks. */
export function addRubles(rubles: readonly number[]): number {
  return rubles.reduce((total, one) => total + Math.round(one * 100), 0) / 100;
}
