import type { Readable } from "node:stream";

/** Keeps files by key, outside the database. A key is 8 to 80 small letters, digits and hyphens. */
export interface FileStorage {
  /**
   * Takes the file at `path` over (moves or copies it, nothing is left there). When it comes back,
   * every process of the product can open the key.
   */
  store(key: string, path: string): Promise<void>;
  /**
   * @throws NoSuchFile when there is none by this key, AppError `unavailable` when the storage
   *   cannot be asked.
   */
  open(key: string): Promise<Readable>;
  /**
   * A path that can be read on this machine, for readers that need one; `release` when done.
   * @throws as `open`.
   */
  localPath(key: string): Promise<{ path: string; release(): Promise<void> }>;
  /** Nothing happens when there is no such file. */
  remove(key: string): Promise<void>;
}

/** The storage has answered: it has no file by this key. */
export class NoSuchFile extends Error {
  override readonly name = "NoSuchFile";

  constructor(key: string) {
    super(`the file storage has no file ${key}`);
  }
}

/**
 * A key becomes a part of a path or of an address. @throws Error for one that nobody here makes.
 */
export function checkStorageKey(key: string): string {
  if (!/^[0-9a-z-]{8,80}$/.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}
