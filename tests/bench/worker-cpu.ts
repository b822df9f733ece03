import { readdir, readFile } from "node:fs/promises";

/** Ticks of `/proc/<pid>/stat` a second, on every Linux. */
const TICKS_A_SECOND = 100;
const WORKER = "DedicatedWorke";

/**
 * CPU time of all browsers' dedicated workers, ms, without other processes.
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

/** Use of the busiest worker between two readings; the others are idle. */
export function busiestMs(before: Map<string, number>, after: Map<string, number>): number {
  return Math.max(0, ...[...after].map(([thread, ms]) => ms - (before.get(thread) ?? 0)));
}
