import { sql } from "kysely";
import type { Platform } from "#server/platform.ts";

/**
 * Once its rows are stored, personal cells sealed. The database row goes first: an orphaned file
 * harms nobody, a row without its file is a broken link.
 */
export async function dropFile(
  { db, files }: Platform,
  accountId: number,
  registryId: number,
): Promise<void> {
  const { rows } = await sql<{ storage_key: string }>`
    WITH registry AS (
      UPDATE registries r
      SET file_id = NULL
      FROM (SELECT account_id, id, file_id
        FROM registries
        WHERE account_id = ${accountId} AND id = ${registryId} AND file_id IS NOT NULL
        FOR NO KEY UPDATE) was
      WHERE r.account_id = was.account_id AND r.id = was.id RETURNING was.file_id
    )
    SELECT f.storage_key FROM files f JOIN registry g ON g.file_id = f.id`.execute(db);
  for (const { storage_key: key } of rows) {
    await files.remove(key);
    await sql`DELETE FROM files WHERE storage_key = ${key}`.execute(db);
  }
}
