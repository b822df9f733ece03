/** Millionths. */
export interface ExposureRates {
  readonly ndflPpm: bigint;
  readonly contributionsPpm: bigint;
  readonly finePpm: bigint;
}

/** Kopecks. */
export interface Exposure {
  readonly ndfl: bigint;
  readonly contributions: bigint;
  readonly fine: bigint;
  readonly total: bigint;
}

const WHOLE = 1_000_000n;

/**
 * НДФЛ and contributions as for a salary, and a fine on both, without interest. Source: `domain.md`
 * §1.1, «Customer without receipt».
 */
export function exposureOf(
  amountKopecks: bigint,
  { ndflPpm, contributionsPpm, finePpm }: ExposureRates,
): Exposure {
  const share = (sum: bigint, ppm: bigint) => (sum * ppm + WHOLE / 2n) / WHOLE;
  const ndfl = share(amountKopecks, ndflPpm);
  const contributions = share(amountKopecks, contributionsPpm);
  const fine = share(ndfl + contributions, finePpm);
  return { ndfl, contributions, fine, total: ndfl + contributions + fine };
}
