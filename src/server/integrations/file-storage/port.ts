import type { Readable } from "node:stream";

/** Key: 8 to 80 small letters, digits, hyphens. */
export interface FileStorage {
  /** Moves the file; then all processes can open the key. */
  store(key: string, path: string): Promise<void>;
  /**
   * @throws NoSuchFile.
   * @throws AppError `unavailable`.
   */
  open(key: string): Promise<Readable>;
  /**
   * Call `release` when done.
   *
   * @throws as `open`.
   */
  localPath(key: string): Promise<{ path: string; release(): Promise<void> }>;
  /** A missing file is no error. */
  remove(key: string): Promise<void>;
}

export class NoSuchFile extends Error {
  override readonly name = "NoSuchFile";

  constructor(key: string) {
    super(`the file storage has no file ${key}`);
  }
}

/**
 * A key becomes part of a path or URL.
 *
 * @throws Error for a foreign one.
 */
export function checkStorageKey(key: string): string {
  if (!/^[0-9a-z-]{8,80}$/.test(key)) throw new Error(`not a storage key: ${key}`);
  return key;
}
