import { createReadStream } from "node:fs";
import { copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkStorageKey, NoSuchFile, type FileStorage } from "./port.ts";

/** Subfolders by the key's first two letters; one machine. */
export function folderStorage(directory: string): FileStorage {
  const pathOf = (key: string) => join(directory, checkStorageKey(key).slice(0, 2), key);
  const findPath = async (key: string) => {
    const path = pathOf(key);
    await stat(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? new NoSuchFile(key) : error;
    });
    return path;
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
      return createReadStream(await findPath(key));
    },
    async localPath(key) {
      return { path: await findPath(key), release: async () => {} };
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
