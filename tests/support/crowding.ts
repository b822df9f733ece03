const SPENT_MS = 60;

/** Factor for time limits: 5 where five processes share a core. */
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
