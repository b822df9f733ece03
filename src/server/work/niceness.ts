import { setPriority } from "node:os";

/**
 * Of the work behind the calls: with it lists answer half as late while a registry is being paid,
 * and the registry is paid as soon.
 */
const BEHIND_THE_CALLS = 10;

/**
 * Lets people's requests have the processor first.
 *
 * @param pid - a process of this machine; this thread alone when not given. Systems other than
 *   Linux know no niceness of a thread.
 */
export function lowerPriority(pid = 0): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(pid, BEHIND_THE_CALLS);
  } catch {
    // Somebody else's process, or one that has just ended: it works on as it did.
  }
}
