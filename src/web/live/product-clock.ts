/** Tolerance for whole seconds in the header and network delay, ms. */
const NO_DIFFERENCE_MS = 3000;

let aheadMs = 0;

/**
 * Current time of the product, for deadlines. The computer's clock may be wrong, and the clock of
 * the demonstration can be moved.
 */
export function productNow(): Date {
  return new Date(Date.now() + aheadMs);
}

/** @param date - `Date` header of an API response; an invalid one is ignored. */
export function syncProductClock(date: unknown): void {
  const next = Date.parse(String(date)) - Date.now();
  // Small differences are ignored, so a countdown does not jitter with each response.
  if (Math.abs(next - aheadMs) > NO_DIFFERENCE_MS)
    aheadMs = Math.abs(next) > NO_DIFFERENCE_MS ? next : 0;
}
