import type { Readable } from "node:stream";

/**
 * Stores files by key, outside the database. A key is 8 to 80 small letters, digits and hyphens.
 */
export interface FileStorage {
  /**
   * Moves or copies the file at `path`, which is gone afterwards; then all processes can open the
   * key.
   */
  store(key: string, path: string): Promise<void>;
  /**
   * @throws NoSuchFile - for an unknown key.
   * @throws AppError `unavailable` - when the storage cannot be reached.
   */
  open(key: string): Promise<Readable>;
  /** A local path for readers that need one; call `release` when done. @throws as `open`. */
  localPath(key: string): Promise<{ path: string; release(): Promise<void> }>;
  /** Does nothing without such a file. */
  remove(key: string): Promise<void>;
}

export class NoSuchFile extends Error {
  override readonly name = "NoSuchFile";

  constructor(key: string) {
    super(`the file storage has no file ${key}`);
  }
}

/** A key becomes part of a path or URL. @throws Error for one not made by the product. */
export function checkStorageKey(key: string): string {
  if (!/^[0-9a-z-]{8,80}$/.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}
