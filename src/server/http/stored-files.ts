import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";

/** Of `FileStorage`. */
export interface Storage {
  store(key: string, path: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Stored before the transaction that names them; removed if it fails, or names them nowhere. */
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

  /** After the commit: those a row names are no longer discarded. Without an answer none is. */
  async keepNamed(db: Kysely<Schema>): Promise<void> {
    if (this.#keys.length === 0) return;
    const stored = this.#keys.splice(0);
    const named = await sql<{ key: string }>`
      SELECT storage_key AS key FROM files WHERE storage_key = ANY (${stored}::text[])
      UNION ALL
      SELECT storage_key FROM file_readings WHERE storage_key = ANY (${stored}::text[])`
      .execute(db)
      .then(({ rows }) => rows.map(({ key }) => key))
      .catch(() => stored);
    this.#keys.push(...stored.filter((key) => !named.includes(key)));
  }

  /** Not awaited: what it fails to remove, `removeUnnamedFilesTask` does. */
  discard(): void {
    for (const key of this.#keys.splice(0)) void this.#files.remove(key).catch(() => undefined);
  }
}
