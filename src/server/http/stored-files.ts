import { randomUUID } from "node:crypto";

/** What is asked of the storage of files. */
interface Storage {
  store(key: string, path: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/**
 * Files a call has stored before its transaction, which name them when it is committed. A call that
 * ends otherwise leaves none behind.
 */
export class StoredFiles {
  readonly #files: Storage;
  readonly #keys: string[] = [];

  constructor(files: Storage) {
    this.#files = files;
  }

  /** @returns the key. */
  async store(path: string): Promise<string> {
    const key = randomUUID();
    this.#keys.push(key);
    await this.#files.store(key, path);
    return key;
  }

  /** The transaction that names them is committed. */
  keep(): void {
    this.#keys.length = 0;
  }

  /** Nobody waits for it: a file that nobody knows only takes room. */
  discard(): void {
    for (const key of this.#keys.splice(0)) void this.#files.remove(key).catch(() => undefined);
  }
}
