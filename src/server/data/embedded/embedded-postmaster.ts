import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** What a running server writes into `postmaster.pid` of its cluster. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Folder of the Unix socket; empty when the server listens on loopback only. */
  socketFolder: string;
  status: "starting" | "ready" | "stopping" | "standby" | "unknown";
}

/** Reads the lock file of a cluster; nothing when there is none or it is half written. */
export function readPostmaster(clusterPath: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(join(clusterPath, "postmaster.pid"), "utf8");
  } catch {
    return undefined;
  }
  const [pid, , , port, socketFolder, , , status] = text.split("\n").map((line) => line.trim());
  if (!(Number(pid) > 0)) return undefined;
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? "",
    status: (status || "unknown") as Postmaster["status"],
  };
}

/** Whether a process of this id exists; one of another user counts. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Whether this live process really is the server of this cluster. Ids are reused, above all in
 * containers, where the same small number may be anything after a restart. A server's working
 * folder is its cluster.
 */
export function isServerOf(pid: number, clusterPath: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === "win32") return true;
  try {
    if (process.platform === "linux")
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterPath);
    return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).includes(
      "postgres",
    );
  } catch (error) {
    // Not allowed to look: believe the lock file rather than break a running server's.
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}
