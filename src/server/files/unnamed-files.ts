import { sql, type Kysely } from "kysely";
import type { Clock } from "#server/data/clock.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Storage } from "#server/http/stored-files.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { callTask } from "#server/work/outside-task.ts";

/** No call and no task keeps a stored file without its row for so long. */
const UNNAMED_HOURS = 24;
const HOUR_MS = 3_600_000;

interface UnnamedDeps<Files extends Storage = Storage> {
  readonly db: Kysely<Schema>;
  readonly files: Files;
  readonly clock: Clock;
}

/** Writes each key down before the file: see `removeUnnamedFilesTask`. */
export function rememberingStorage<Files extends Storage>({
  db,
  files,
  clock,
}: UnnamedDeps<Files>): Files {
  return {
    ...files,
    async store(key, path) {
      await noteUnnamed(db, key, clock.now());
      await files.store(key, path);
    },
  };
}

/** For the transaction that deletes the row of a file. */
export async function noteUnnamed(db: Kysely<Schema>, key: string, at: Date): Promise<void> {
  await sql`
    INSERT INTO unnamed_files (storage_key, since) VALUES (${key}, ${at})
    ON CONFLICT (storage_key) DO UPDATE SET since = excluded.since`.execute(db);
}

interface OldKey {
  readonly storage_key: string;
  readonly is_named: boolean;
}

/** Of a process that ended between storing a file and naming it, or between deleting both. */
export function removeUnnamedFilesTask(platform: UnnamedDeps): BackgroundTask {
  const { db, files } = platform;
  return callTask<OldKey, void>(platform, {
    name: "files.remove-unnamed",
    idleMs: HOUR_MS,
    // Nothing is due sooner; every commit would wake it.
    everyMs: HOUR_MS,
    atOnce: 5,
    nameOf: ({ storage_key: key }) => key,
    async lease({ at, until, limit, isFree }) {
      const before = new Date(at.getTime() - UNNAMED_HOURS * HOUR_MS);
      const { rows } = await sql<OldKey>`
        UPDATE unnamed_files u
        SET claimed_until = ${until}
        WHERE u.storage_key = ANY (ARRAY(SELECT o.storage_key
          FROM unnamed_files o
          WHERE o.since <= ${before}
            AND (o.claimed_until IS NULL OR o.claimed_until <= ${at})
            AND ${isFree(sql`o.storage_key`)}
          ORDER BY o.since
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
        RETURNING u.storage_key,
          EXISTS (SELECT FROM files f WHERE f.storage_key = u.storage_key) AS is_named`.execute(db);
      return rows;
    },
    call: async ({ storage_key: key, is_named: isNamed }) => {
      if (!isNamed) await files.remove(key);
    },
    settle: async (trx, { storage_key: key }) => {
      await sql`DELETE FROM unnamed_files WHERE storage_key = ${key}`.execute(trx);
    },
  });
}
