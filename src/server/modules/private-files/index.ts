import { createHash, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import { invalid } from "#server/platform/app-error.ts";
import { JPEG, PNG, scanTypeOf, withoutMetadata, type ScanType } from "#server/platform/scans.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { Upload } from "#server/platform/uploads.ts";

export interface PrivateFiles {
  readonly files: FileStorage;
  readonly secrets: Secrets;
}

/** Photographs alone, or scans as well. */
const TAKEN = {
  scan: { types: null, words: "Подойдёт фотография JPEG или PNG либо файл PDF. Снимок HEIC сохраните как JPEG" },
  picture: { types: [JPEG, PNG] as readonly ScanType[], words: "Подойдёт фотография JPEG или PNG. Снимок HEIC сохраните как JPEG" },
} as const;

/**
 * Keeps an uploaded scan: its type is read from its bytes, what a camera wrote beside the picture is left out, and the storage gets it sealed.
 *
 * @throws AppError `invalid` for what is neither a picture nor a PDF, or is broken.
 */
export async function storePrivateFile({ files, secrets }: PrivateFiles, trx: Trx, upload: Upload, { personId, at, kind, field = "file" }: { personId: number; at: Date; kind: keyof typeof TAKEN; field?: string }): Promise<{ fileId: bigint; discard(): Promise<void> }> {
  const { types, words } = TAKEN[kind];
  const bytes = await readFile(upload.path);
  const type = scanTypeOf(bytes);
  if (type === null || (types !== null && !types.includes(type))) throw invalid({ [field]: [words] });
  const clean = cleaned(bytes, type, field);
  const key = randomUUID();
  await writeFile(upload.path, secrets.seal(clean), { mode: 0o600 });
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO files (person_id, name, content_type, size_bytes, sha256, storage_key, created_at)
    VALUES (${personId}, ${upload.fileName}, ${type}, ${clean.length}, ${createHash("sha256").update(clean).digest()}, ${key}, ${at}) RETURNING id`.execute(trx);
  await files.store(key, upload.path);
  return { fileId: rows[0]?.id ?? 0n, discard: () => files.remove(key) };
}

function cleaned(bytes: Buffer, type: ScanType, field: string): Buffer {
  try {
    return withoutMetadata(bytes, type);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalid({ [field]: ["Файл повреждён. Снимите документ ещё раз и загрузите снова"] });
  }
}

export async function openPrivateFile({ files, secrets }: PrivateFiles, key: string): Promise<Buffer> {
  return secrets.unsealBytes(await buffer(await files.open(key)));
}
