import { deflateSync } from "node:zlib";

/** What one round of the work below takes on the machine the tests' limits were set on, when it is quiet. */
const REFERENCE_MS = 25;
const ROUNDS = 9;

/**
 * Milliseconds a limit of `ms` is worth on this machine as it is now: as many times more as a fixed piece of work takes longer here than where the limit
 * was set, never less. So a test guards what the product costs, not the machine and what else it is doing.
 */
export function limitMs(ms: number): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    deflateSync(JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, text: `строка ${index}` }))));
    return performance.now() - start;
  }).sort((one, other) => one - other);
  return ms * Math.max(1, (times[ROUNDS >> 1] as number) / REFERENCE_MS);
}
