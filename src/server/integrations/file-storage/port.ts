import type { Readable } from "node:stream";

/** Keeps files by key, outside the database. */
export interface FileStorage {
  /** Takes the file at `path` over (moves or copies it). */
  store(key: string, path: string): Promise<void>;
  /** @throws Error when there is no such file. */
  open(key: string): Promise<Readable>;
  /** A path that can be read on this machine, for readers that need one; `release` when done. */
  localPath(key: string): Promise<{ path: string; release(): Promise<void> }>;
  remove(key: string): Promise<void>;
}
