import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./embedded-postmaster.ts";

/** A process that uses the server; stored as an empty file. */
export interface ServerUse {
  release(): Promise<{ othersRemain: boolean }>;
}

export function usesFolder(dataDir: string): string {
  return join(dataDir, "postgres-users");
}

/**
 * A backup command that joined a running platform must not stop its database. Removes files of dead
 * processes.
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
 * Clock ticks since boot (field 22): containers reuse ids at once. On other systems the id must do.
 */
function startOf(pid: number): string {
  if (process.platform !== "linux") return "0";
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces.
    return state.slice(state.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
  } catch {
    return "0";
  }
}
