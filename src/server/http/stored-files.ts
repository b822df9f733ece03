import { randomUUID } from "node:crypto";

interface Storage {
  store(key: string, path: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Stored before the transaction that names them; removed if it fails. */
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

  /** After the commit. */
  keep(): void {
    this.#keys.length = 0;
  }

  /** Not awaited: an unknown file only takes room. */
  discard(): void {
    for (const key of this.#keys.splice(0)) void this.#files.remove(key).catch(() => undefined);
  }
}
