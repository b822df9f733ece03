import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { SERVER_ENVIRONMENT } from "./embedded-cluster.ts";

export type EndGuard = () => void;

/**
 * Waits until the pipe closes, however its owner ends. Gives a restarted platform three seconds to
 * register its use, then stops an unused server. $1: folder of uses, `<pid>-<start>-…`; $2: the
 * cluster.
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

/** Stops the server of a killed platform. Not on Windows. */
export function guardServer(usesFolder: string, clusterPath: string): EndGuard {
  if (process.platform === "win32") return () => undefined;
  const guard = spawn("sh", ["-c", SCRIPT, "embedded-postgres-guard", usesFolder, clusterPath], {
    cwd: "/",
    // A signal to the terminal must not end the guard first.
    detached: true,
    env: { ...SERVER_ENVIRONMENT, USES: usesFolder, CLUSTER: clusterPath },
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  (guard.stdin as unknown as Socket).unref();
  return () => void guard.kill("SIGKILL");
}
