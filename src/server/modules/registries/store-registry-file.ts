import { sql } from "kysely";
import { REGISTRY_FILE_MESSAGES } from "#contract/registries/registry-columns.ts";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { lockUntilCommit } from "#server/data/advisory-locks.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

export interface RegistryFile {
  readonly path: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
}

/** Moved to the storage before the transaction: the storage may be slow, a transaction may not. */
export interface StoredRegistryFile extends RegistryFile {
  readonly storageKey: string;
}

/** @param store - of the call's reader: it removes what no committed row names. */
export async function storeRegistryFile(
  file: RegistryFile,
  store: (path: string) => Promise<string>,
): Promise<StoredRegistryFile> {
  return { ...file, storageKey: await store(file.path) };
}

/** One upload of an account at a time: numbers have no gaps and equal files must meet. */
export async function lockNumbering(trx: Trx, accountId: number): Promise<void> {
  await lockUntilCommit(trx, "registryNumbering", accountId);
}

/**
 * Needs the numbering lock: the second of two equal uploads sees the first. Two sheets of one book
 * are two registries.
 *
 * @param except - the registry whose file is being replaced.
 * @param sheet - that a person chose.
 * @throws AppError `conflict` — with the `{registryID}` that the same file made.
 */
export async function refuseSameFile(
  trx: Trx,
  actor: AccountActor,
  kind: RegistryKindName,
  sha256: Buffer,
  except: number | null,
  sheet: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ id: number; number: number; created_at: Date }>`
    SELECT id, number, created_at FROM registries
    WHERE account_id = ${actor.accountId}
      AND kind = ${kind}
      AND file_sha256 = ${sha256}
      AND state NOT IN ('CANCELED', 'ERROR')
      AND id IS DISTINCT FROM ${except}::integer
      AND coalesce(lower(file_choices ->> 'sheet') = lower(${sheet}::text), true)`.execute(trx);
  const same = rows[0];
  if (same)
    throw conflict(
      REGISTRY_FILE_MESSAGES.alreadyUploaded(formatDate(moscowDate(same.created_at)), same.number),
      { registryID: same.id },
    );
}

/** @returns the id of the file's row: the key is kept only when this transaction commits. */
export async function nameStoredFile(
  { clock }: Pick<Platform, "clock">,
  trx: Trx,
  actor: AccountActor,
  file: StoredRegistryFile,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO files (account_id, person_id, name, content_type, size_bytes, sha256, storage_key,
      created_at)
    VALUES (${actor.accountId}, ${actor.personId}, ${file.fileName}, ${file.contentType},
      ${file.sizeBytes}, ${file.sha256}, ${file.storageKey}, ${clock.now()})
    RETURNING id`.execute(trx);
  return rows[0]?.id ?? 0n;
}
