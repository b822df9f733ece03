/** A lease older than this has expired: its process counts as killed. */
export const MESSAGE_LEASE_MS = 120_000;
/** The eighth failure, about two hours after the first, is the last. */
export const MOST_ATTEMPTS = 8;

/** After one, two, four … minutes. */
export function nextAttemptAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + 60_000 * 2 ** (attempts - 1));
}
