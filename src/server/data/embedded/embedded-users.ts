import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./embedded-postmaster.ts";

/** One process using the embedded server: an empty file named by its process id and start. */
export interface ServerUse {
  release(): Promise<{ othersRemain: boolean }>;
}

export function usesFolder(dataDir: string): string {
  return join(dataDir, "postgres-users");
}

/**
 * Registers a use of the server, so that a backup command that joined a running platform does not
 * stop its database on exit. Files of dead processes are ignored and removed.
 */
export async function registerUse(dataDir: string): Promise<ServerUse> {
  const folder = usesFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(
    folder,
    `${process.pid}-${startOf(process.pid)}-${randomBytes(4).toString("hex")}`,
  );
  await writeFile(path, "");
  return {
    async release() {
      await rm(path, { force: true });
      let othersRemain = false;
      for (const name of await readdir(folder)) {
        const [pid, start] = name.split("-");
        if (isAlive(Number(pid)) && startOf(Number(pid)) === start) othersRemain = true;
        else await rm(join(folder, name), { force: true });
      }
      return { othersRemain };
    },
  };
}

/**
 * Start of a process in clock ticks since boot (field 22 of its state): tells it from an earlier
 * process with the same id, which a container reuses at once. On other systems than Linux the id
 * must do.
 */
function startOf(pid: number): string {
  if (process.platform !== "linux") return "0";
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name in brackets may hold spaces; the fields after it start with the third.
    return state.slice(state.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
  } catch {
    return "0";
  }
}
