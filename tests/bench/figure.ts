type Unit = "ms" | "rps" | "MiB" | "KiB" | "fps" | "calls" | "µs/row" | "rows/s" | "shift";

/** A line of `npm run bench`: a measurement beside its limit from the same run. */
export interface Figure {
  /** Row of `performance.md`, e.g. `P2`. */
  readonly id: string;
  readonly title: string;
  readonly measured: number;
  /** The reference of the same run or the allowed amount, in the same unit. */
  readonly limit: number;
  readonly unit: Unit;
  /** measured / limit. */
  readonly ratio: number;
  /** Required ratio: `≤ 4` or `≥ 0.8`. */
  readonly reach: string;
  readonly holds: boolean;
}

/** The ratio may not exceed `most`. */
export function atMost(
  id: string,
  title: string,
  measured: number,
  limit: number,
  most: number,
  unit: Unit = "ms",
): Figure {
  const ratio = measured / limit;
  return { id, title, measured, limit, unit, ratio, reach: `≤ ${most}`, holds: ratio <= most };
}

/** The ratio may not fall below `least`. */
export function atLeast(
  id: string,
  title: string,
  measured: number,
  limit: number,
  least: number,
  unit: Unit = "rps",
): Figure {
  const ratio = measured / limit;
  return { id, title, measured, limit, unit, ratio, reach: `≥ ${least}`, holds: ratio >= least };
}

/** `atMost` with named parameters. */
export function figure({
  id,
  name,
  measured,
  limit,
  reach,
  unit,
}: {
  id: string;
  name: string;
  measured: number;
  limit: number;
  reach: number;
  unit: Unit;
}): Figure {
  return atMost(id, name, measured, limit, reach, unit);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
