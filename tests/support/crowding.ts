const SPENT_MS = 60;

/**
 * How many times longer work takes here than with a processor of its own: 1 on a quiet machine, 5
 * where five want the same processor. A limit of time is multiplied by it, because that others work
 * on the machine is no failure of the product.
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
