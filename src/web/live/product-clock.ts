/** The header counts whole seconds and takes a while to come: less than this is no difference. */
const NO_DIFFERENCE_MS = 3000;

let aheadMs = 0;

/**
 * The product's present: what deadlines are counted from. It is not the computer's, which may be
 * wrong; and the clock of the demonstration can be moved.
 */
export function productNow(): Date {
  return new Date(Date.now() + aheadMs);
}

/** @param date - header `Date` of an answer of the API; what is no date changes nothing. */
export function syncProductClock(date: unknown): void {
  const next = Date.parse(String(date)) - Date.now();
  // A right clock stays exactly as it is, and a countdown does not tremble with every answer.
  if (Math.abs(next - aheadMs) > NO_DIFFERENCE_MS)
    aheadMs = Math.abs(next) > NO_DIFFERENCE_MS ? next : 0;
}
