import { moscowDate } from "#contract/values/calendar-date.ts";

/** Tolerance: whole seconds in the header, slow network. */
const NO_DIFFERENCE_MS = 3000;

let aheadMs = 0;

/** For deadlines: the computer's clock may be wrong, the demonstration's is movable. */
export function productNow(): Date {
  return new Date(Date.now() + aheadMs);
}

/** Moscow date, yyyy-MM-dd. */
export function productToday(): string {
  return moscowDate(productNow());
}

/** @param date - `Date` header; an invalid one is ignored. */
export function syncProductClock(date: unknown): void {
  const next = Date.parse(String(date)) - Date.now();
  // A countdown must not jitter.
  if (Math.abs(next - aheadMs) > NO_DIFFERENCE_MS)
    aheadMs = Math.abs(next) > NO_DIFFERENCE_MS ? next : 0;
}
