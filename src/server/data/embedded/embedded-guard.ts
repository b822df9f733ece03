import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { SERVER_ENVIRONMENT } from "./embedded-cluster.ts";

/** Ends the guard: its owner has stopped the server himself. */
export type EndGuard = () => void;

/**
 * Waits for the end of the pipe its owner holds: the system closes it whatever the owner dies of. A
 * restart has three seconds to take the server over (registering a use is the first thing it does);
 * a server nobody uses is then stopped, first cleanly, after four seconds at once. Either way its
 * log is replayed by the next start and nothing is lost.
 *
 * $1: folder of the uses, `<pid>-<start>-…`; $2: the cluster.
 */
const SCRIPT = `
while read -r _; do :; done
sleep 3
for use in "$1"/*; do
  [ -e "$use" ] || continue
  name=\${use##*/}; pid=\${name%%-*}; rest=\${name#*-}; start=\${rest%%-*}
  if [ -r /proc/self/stat ]; then
    [ -r "/proc/$pid/stat" ] || continue
    state=$(cat "/proc/$pid/stat" 2>/dev/null) || continue
    set -- "$1" "$2" \${state##*) }
    shift 21; found=$1
    set -- "$USES" "$CLUSTER"
    [ "$found" = "$start" ] && exit 0
  else
    kill -0 "$pid" 2>/dev/null && exit 0
  fi
done
read -r server < "$2/postmaster.pid" || exit 0
is_server() { kill -0 "$server" 2>/dev/null && { [ ! -e /proc/self/cwd ] || [ "$(readlink "/proc/$server/cwd")" = "$(cd "$2" && pwd -P)" ]; }; }
is_server "$1" "$2" || exit 0
kill -INT "$server"
tries=0
while is_server "$1" "$2" && [ $tries -lt 20 ]; do sleep 0.2; tries=$((tries + 1)); done
is_server "$1" "$2" && kill -QUIT "$server"
exit 0`;

/**
 * Starts a small process that outlives us by a few seconds, so that a killed platform leaves no
 * server behind. Windows has no such shell.
 */
export function guardServer(usesFolder: string, clusterPath: string): EndGuard {
  if (process.platform === "win32") return () => undefined;
  const guard = spawn("sh", ["-c", SCRIPT, "embedded-postgres-guard", usesFolder, clusterPath], {
    cwd: "/",
    // A session of its own: what ends our terminal's programs must not end it before us.
    detached: true,
    env: { ...SERVER_ENVIRONMENT, USES: usesFolder, CLUSTER: clusterPath },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without it the platform runs as before: it only cannot promise what happens after its own
  // sudden end.
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  (guard.stdin as unknown as Socket).unref();
  return () => void guard.kill("SIGKILL");
}
