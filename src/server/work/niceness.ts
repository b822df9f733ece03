import { setPriority } from "node:os";

/** Lists answer twice as fast while a registry is paid, and the payment takes no longer. */
const BEHIND_THE_CALLS = 10;

/**
 * Requests get precedence.
 *
 * @param pid - of this machine; without it the current thread, on Linux only.
 */
export function lowerPriority(pid = 0): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(pid, BEHIND_THE_CALLS);
  } catch {
    // Another user's process, or ended: its priority stays.
  }
}
