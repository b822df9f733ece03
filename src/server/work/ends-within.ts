import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for the work, but not longer than this; what it does afterwards is nobody's business any
 * more. @returns whether it has ended in time.
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
