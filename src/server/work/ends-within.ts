import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for the work, at most `ms` milliseconds; the work goes on afterwards unobserved.
 *
 * @returns whether it ended in time.
 */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      pause(ms, false, { signal: waiting.signal }),
    ]);
  } finally {
    waiting.abort();
  }
}
