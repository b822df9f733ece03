import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./embedded-postmaster.ts";

/** One process using the embedded server: a small file named by its process id and start. */
export interface ServerUse {
  /** Ends this use and tells whether any other live process still uses the server. */
  release(): Promise<{ othersRemain: boolean }>;
}

/** Where the uses of the server of a data folder are registered. */
export function usesFolder(dataDir: string): string {
  return join(dataDir, "postgres-users");
}

/**
 * Registers a use of the server, so that a backup command that joined a running platform does not
 * stop its database on exit. Registers of dead processes are ignored and swept.
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
 * Tells a process from an earlier one of the same id, which a container restart brings back at
 * once: field 22 of its state, clock ticks since boot. Elsewhere than on Linux the id alone must
 * do.
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
