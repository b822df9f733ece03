import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** `postmaster.pid` of a running server. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Empty on loopback. */
  socketFolder: string;
  status: "starting" | "ready" | "stopping" | "standby" | "unknown";
}

/** `undefined` when absent or half written. */
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

/** True for another user's process too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** By its working folder: ids are reused, above all in containers. */
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
    // No permission: believe the lock file.
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}
