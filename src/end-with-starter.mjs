import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 500;
const SHELLS = /^\(-?(ba|da|z|k)?sh\)$/;

/**
 * Calls `end` once: for a signal, and when the npm that runs this script is gone. A signal to npm
 * alone, or its death, would otherwise leave what it has started running. Without npm there is
 * nobody to watch: a script that is started by hand may outlive the terminal.
 *
 * @param {(signal: NodeJS.Signals) => void} end
 */
export function endWithStarter(end) {
  let hasEnded = false;
  const once = (signal) => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(timer);
    end(signal);
  };
  const isOrphan = process.env.npm_lifecycle_event ? watchParents() : () => false;
  const timer = setInterval(() => isOrphan() && once("SIGTERM"), LOOK_EVERY_MS);
  timer.unref();
  // Windows has no such signal to catch, yet closes a terminal by it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => once(signal));
}

/** npm starts a script through a shell, which outlives it: both are watched. */
function watchParents() {
  const shell = process.ppid;
  const ofShell = statOf(shell);
  const npm = ofShell && SHELLS.test(ofShell.name) ? ofShell.parent : null;
  return () => process.ppid !== shell || (npm !== null && statOf(shell)?.parent !== npm);
}

/** `null` where the system keeps no `/proc`: then only the parent itself is watched. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // «123 (name) S 122 …»; a name may hold spaces and parentheses.
    const [, name = "", rest = ""] = /^\d+ (\(.*\)) \S (.*)$/s.exec(text) ?? [];
    return { name, parent: Number(rest.split(" ")[0]) };
  } catch {
    return null;
  }
}
