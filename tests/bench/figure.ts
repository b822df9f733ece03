/** One line of `npm run bench`: what was measured beside its limit, in the same run. */
export interface Figure {
  /** Row of `performance.md`, e.g. `P2`. */
  readonly id: string;
  readonly title: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: "ms" | "rps" | "MiB" | "KiB" | "fps" | "calls";
  /** measured / limit. */
  readonly ratio: number;
  /** The ratio to reach, as written: `≤ 4` or `≥ 0.8`. */
  readonly reach: string;
  readonly holds: boolean;
}

/** A figure whose ratio may not exceed `most`. */
export function atMost(id: string, title: string, measured: number, limit: number, most: number, unit: Figure["unit"] = "ms"): Figure {
  const ratio = measured / limit;
  return { id, title, measured, limit, unit, ratio, reach: `≤ ${most}`, holds: ratio <= most };
}

/** A figure whose ratio may not fall below `least`. */
export function atLeast(id: string, title: string, measured: number, limit: number, least: number, unit: Figure["unit"] = "rps"): Figure {
  const ratio = measured / limit;
  return { id, title, measured, limit, unit, ratio, reach: `≥ ${least}`, holds: ratio >= least };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
