import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { partyOfAccount, type AccountActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Upload } from "#server/http/uploads.ts";
import type { Trx } from "#server/data/transaction.ts";
import { NoSuchFile } from "#server/integrations/file-storage/port.ts";
import type { Platform } from "#server/platform.ts";
import { PASTED_FILE_NAME } from "../pasted-rows.ts";
import type { Db } from "../registry-kind.ts";
import type { StoredRegistryFile } from "../store-registry-file.ts";

export interface KeptReading extends Pick<
  StoredRegistryFile,
  "fileName" | "sizeBytes" | "sha256" | "storageKey"
> {
  readonly id: string;
  readonly isPasted: boolean;
}

interface Whose {
  readonly actor: AccountActor;
  readonly kind: RegistryKindName;
}

/**
 * For a day: `removeUnnamedFilesTask` takes the file, and the row with it.
 *
 * @returns the reading's id.
 */
export async function keepReading(
  trx: Trx,
  { actor, kind }: Whose,
  file: Omit<KeptReading, "id">,
  at: Date,
): Promise<string> {
  const id = randomBytes(16).toString("hex");
  await sql`
    INSERT INTO file_readings (id, account_id, person_id, kind, storage_key, file_name, size_bytes,
      sha256, created_at)
    VALUES (${id}, ${actor.accountId}, ${actor.personId}, ${kind}, ${file.storageKey},
      ${file.isPasted ? null : file.fileName}, ${file.sizeBytes}, ${file.sha256}, ${at})`.execute(
    trx,
  );
  return id;
}

/** @throws AppError `not_found` — another's, or gone. */
export async function withKeptFile<Result>(
  { files }: Pick<Platform, "files">,
  db: Db,
  { actor, kind }: Whose,
  id: string,
  use: (reading: KeptReading, file: Upload) => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{
    storage_key: string;
    file_name: string | null;
    size_bytes: bigint;
    sha256: Buffer;
  }>`
    SELECT storage_key, file_name, size_bytes, sha256
    FROM file_readings
    WHERE id = ${id} AND account_id = ${actor.accountId} AND person_id = ${actor.personId}
      AND kind = ${kind}`.execute(db);
  const row = rows[0];
  if (!row) throw goneReading();
  const reading = {
    id,
    isPasted: row.file_name === null,
    fileName: row.file_name ?? PASTED_FILE_NAME,
    sizeBytes: Number(row.size_bytes),
    sha256: row.sha256,
    storageKey: row.storage_key,
  };
  const { path, release } = await files.localPath(row.storage_key).catch((error: unknown) => {
    throw error instanceof NoSuchFile ? goneReading() : error;
  });
  try {
    return await use(reading, {
      ...reading,
      path,
      sender: partyOfAccount(actor.accountId),
      contentType: "",
    });
  } finally {
    await release();
  }
}

/**
 * Its file is the registry's from now on. The key is not free for removal until this transaction
 * has named it.
 *
 * @throws AppError `not_found` — made a registry, or being removed.
 */
export async function takeReading(trx: Trx, { id }: KeptReading, at: Date): Promise<void> {
  const { rows } = await sql`
    WITH held AS (
      UPDATE unnamed_files u
      SET since = ${at}
      FROM file_readings r
      WHERE r.id = ${id} AND u.storage_key = r.storage_key AND u.claimed_until IS NULL
      RETURNING r.id
    )
    DELETE FROM file_readings r USING held WHERE r.id = held.id RETURNING r.id`.execute(trx);
  if (rows.length === 0) throw goneReading();
}

function goneReading() {
  return notFound("Файл прочитан слишком давно. Выберите его снова");
}
