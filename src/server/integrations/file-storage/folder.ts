import { createReadStream } from "node:fs";
import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStorage } from "./port.ts";

/** Files in a folder, two letters of the key deep. */
export function folderStorage(directory: string): FileStorage {
  const pathOf = (key: string) => {
    if (!/^[0-9a-z-]{8,80}$/.test(key)) throw new Error(`not a storage key: ${key}`);
    return join(directory, key.slice(0, 2), key);
  };
  return {
    async store(key, path) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true });
      try {
        await rename(path, target);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
        await copyFile(path, target);
        await rm(path, { force: true });
      }
    },
    async open(key) {
      const path = pathOf(key);
      await stat(path);
      return createReadStream(path);
    },
    async localPath(key) {
      const path = pathOf(key);
      await stat(path);
      return { path, release: async () => {} };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
