import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./embedded-postmaster.ts";

/** One process using the embedded server: a small file named by its process id. */
export interface ServerUse {
  /** Ends this use and tells whether any other live process still uses the server. */
  release(): Promise<{ othersRemain: boolean }>;
}

/**
 * Registers a use of the server, so that a backup command that joined a running platform does not stop its database on exit.
 * Registers of dead processes are ignored and swept.
 */
export async function registerUse(dataDir: string): Promise<ServerUse> {
  const folder = join(dataDir, "postgres-users");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${process.pid}-${randomBytes(4).toString("hex")}`);
  await writeFile(path, "");
  return {
    async release() {
      await rm(path, { force: true });
      let othersRemain = false;
      for (const name of await readdir(folder)) {
        if (isAlive(Number(name.split("-")[0]))) othersRemain = true;
        else await rm(join(folder, name), { force: true });
      }
      return { othersRemain };
    },
  };
}
