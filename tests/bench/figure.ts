<<<<<<< HEAD
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
=======
/**
 * One line of `npm run bench`: what was measured beside the limit of the same run on the same machine.
 * Source: `performance.md`, «A figure counts as a ratio».
 */
export interface Figure {
  /** P1, P1-memory … */
  readonly id: string;
  readonly name: string;
  /** Median of the rounds. */
  readonly measured: number;
  /** What it is compared with, in the same unit: the median of the reference, or the allowed amount. */
  readonly limit: number;
  readonly unit: "ms" | "MiB" | "µs/row";
  /** measured ÷ limit. */
  readonly ratio: number;
  /** The largest ratio that still counts as reached. */
  readonly reach: number;
  readonly holds: boolean;
}

export function figure(part: Omit<Figure, "ratio" | "holds">): Figure {
  const ratio = part.measured / part.limit;
  return { ...part, ratio, holds: ratio <= part.reach };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
>>>>>>> registry
}
