/** Millionths, from the dated table of rates. */
export interface ExposureRates {
  readonly ndflPpm: bigint;
  readonly contributionsPpm: bigint;
  readonly finePpm: bigint;
}

/** Kopecks a customer may be asked for. */
export interface Exposure {
  readonly ndfl: bigint;
  readonly contributions: bigint;
  readonly fine: bigint;
  readonly total: bigint;
}

const WHOLE = 1_000_000n;

/**
 * What the tax service may add to a payment whose receipt was annulled: НДФЛ and contributions as
 * of a salary, and a fine on what was not paid. Source: `domain.md` §1.1, «Customer without
 * receipt». Interest for late payment depends on the day and is left out.
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
