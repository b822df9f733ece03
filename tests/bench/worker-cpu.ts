import { readdir, readFile } from "node:fs/promises";

/** Ticks of `/proc/<pid>/stat` a second, on every Linux. */
const TICKS_A_SECOND = 100;
const WORKER = "DedicatedWorke";

/**
 * CPU time that dedicated workers of all browsers here have used, in milliseconds: neighbours on
 * the machine do not count.
 *
 * @returns `null` where the system has no `/proc`.
 */
export async function workerCpuMs(): Promise<Map<string, number> | null> {
  const pids = await readdir("/proc").catch(() => null);
  if (!pids) return null;
  const times = new Map<string, number>();
  for (const pid of pids.filter((name) => /^\d+$/.test(name))) {
    for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
      const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, "utf8").catch(() => "");
      const end = stat.lastIndexOf(")");
      if (!stat.slice(stat.indexOf("(") + 1, end).startsWith(WORKER)) continue;
      const fields = stat.slice(end + 2).split(" ");
      times.set(thread, ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND);
    }
  }
  return times;
}

/** What the busiest worker has used between two readings; the others belong to somebody else. */
export function busiestMs(before: Map<string, number>, after: Map<string, number>): number {
  return Math.max(0, ...[...after].map(([thread, ms]) => ms - (before.get(thread) ?? 0)));
}
