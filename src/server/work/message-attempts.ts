/** About two hours after the first. */
export const MOST_ATTEMPTS = 8;

/** After one, two, four … minutes. */
export function nextAttemptAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + 60_000 * 2 ** (attempts - 1));
}
