const SPENT_MS = 60;

/**
 * How much slower work is here than on a quiet machine, for limits of time: 5 where five processes
 * share a core.
 */
export function crowding(): number {
  const start = performance.now();
  const before = process.cpuUsage();
  let spentMs = 0;
  while (spentMs < SPENT_MS) {
    const { user, system } = process.cpuUsage(before);
    spentMs = (user + system) / 1000;
  }
  return Math.max(1, (performance.now() - start) / spentMs);
}
