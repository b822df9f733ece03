import { setTimeout as pause } from "node:timers/promises";

/**
 * After `ms` milliseconds the work goes on unobserved.
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
