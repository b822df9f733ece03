/** Tolerance: the header has whole seconds, and the network is slow. */
const NO_DIFFERENCE_MS = 3000;

let aheadMs = 0;

/** For deadlines: the computer's clock may be wrong, and the demonstration's clock can be moved. */
export function productNow(): Date {
  return new Date(Date.now() + aheadMs);
}

/** @param date - `Date` header of a response; an invalid one is ignored. */
export function syncProductClock(date: unknown): void {
  const next = Date.parse(String(date)) - Date.now();
  // A countdown must not jitter with each response.
  if (Math.abs(next - aheadMs) > NO_DIFFERENCE_MS)
    aheadMs = Math.abs(next) > NO_DIFFERENCE_MS ? next : 0;
}
