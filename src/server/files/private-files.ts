import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { takeScan, type Scan } from "./scans.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Upload } from "#server/http/uploads.ts";

export interface PrivateFiles {
  readonly files: {
    store(key: string, path: string): Promise<void>;
    open(key: string): Promise<Readable>;
    remove(key: string): Promise<void>;
  };
  readonly secrets: Secrets;
}

const TAKEN = ["application/pdf", "image/jpeg", "image/png", "image/heic"] as const;
const WORDS =
  "Подойдёт фото в JPEG, PNG или HEIC либо PDF. Сфотографируйте документ ещё раз или сохраните его в одном из этих форматов";

interface Keeping {
  readonly personId: number;
  readonly at: Date;
  /** File name without extension. */
  readonly name: string;
}

/** A scan that has been read, and the path of its upload. */
export interface PrivateScan extends Scan<(typeof TAKEN)[number]> {
  readonly path: string;
}

/**
 * Reads an uploaded scan, its type by its bytes, without camera metadata.
 *
 * @param field - of the form, for errors of the file.
 * @throws AppError `invalid` - neither a picture nor a PDF, or broken.
 */
export async function readPrivateScan(
  upload: Upload | undefined,
  field: string,
): Promise<PrivateScan> {
  if (!upload) throw invalid({ [field]: ["Выберите файл"] });
  return { ...(await takeScan(upload, TAKEN, { [field]: [WORDS] })), path: upload.path };
}

/** Stores a scan encrypted. */
export async function storePrivateFile(
  { files, secrets }: PrivateFiles,
  trx: Trx,
  { path, bytes, contentType, extension }: PrivateScan,
  { personId, at, name }: Keeping,
): Promise<{ fileId: bigint; discard(): Promise<void> }> {
  const key = randomUUID();
  await writeFile(path, secrets.seal(bytes), { mode: 0o600 });
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO files (person_id, name, content_type, size_bytes, sha256, storage_key, created_at)
    VALUES (${personId}, ${`${name}.${extension}`}, ${contentType}, ${bytes.length},
      ${createHash("sha256").update(bytes).digest()}, ${key}, ${at})
    RETURNING id`.execute(trx);
  await files.store(key, path);
  return { fileId: rows[0]?.id ?? 0n, discard: () => files.remove(key) };
}

export async function openPrivateFile(
  { files, secrets }: PrivateFiles,
  key: string,
): Promise<Buffer> {
  return secrets.unsealBytes(await buffer(await files.open(key)));
}
