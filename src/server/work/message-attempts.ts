/** Whoever took a message and has not said what became of it within this time counts as killed. */
export const MESSAGE_LEASE_MS = 120_000;
/** The eighth failure, about two hours after the first, is the last. */
export const MOST_ATTEMPTS = 8;

/** When a message that was refused is sent again: after one minute, two, four. */
export function nextAttemptAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + 60_000 * 2 ** (attempts - 1));
}
