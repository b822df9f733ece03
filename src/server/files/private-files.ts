import { createHash } from "node:crypto";
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
  readonly files: { open(key: string): Promise<Readable> };
  readonly secrets: Secrets;
}

const TAKEN = ["application/pdf", "image/jpeg", "image/png", "image/heic"] as const;
const WORDS =
  "Подойдёт фото в JPEG, PNG или HEIC либо PDF. Сфотографируйте документ ещё раз или сохраните его в одном из этих форматов";

interface Keeping {
  readonly personId: number;
  readonly at: Date;
  /** Without extension. */
  readonly name: string;
}

/** Encrypted. */
export interface PrivateScan extends Scan<(typeof TAKEN)[number]> {
  readonly key: string;
}

/**
 * By its bytes, without metadata.
 *
 * @param field - of the form.
 * @throws AppError `invalid` - neither picture nor PDF, or broken.
 */
export async function readPrivateScan(
  secrets: Secrets,
  upload: Upload | undefined,
  field: string,
  store: (path: string) => Promise<string>,
): Promise<PrivateScan> {
  if (!upload) throw invalid({ [field]: ["Выберите файл"] });
  const scan = await takeScan(upload, TAKEN, { [field]: [WORDS] });
  await writeFile(upload.path, secrets.seal(scan.bytes), { mode: 0o600 });
  return { ...scan, key: await store(upload.path) };
}

/** @returns its row's id. */
export async function keepPrivateFile(
  trx: Trx,
  { key, bytes, contentType, extension }: PrivateScan,
  { personId, at, name }: Keeping,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO files (person_id, name, content_type, size_bytes, sha256, storage_key, created_at)
    VALUES (${personId}, ${`${name}.${extension}`}, ${contentType}, ${bytes.length},
      ${createHash("sha256").update(bytes).digest()}, ${key}, ${at})
    RETURNING id`.execute(trx);
  return rows[0]?.id ?? 0n;
}

export async function openPrivateFile(
  { files, secrets }: PrivateFiles,
  key: string,
): Promise<Buffer> {
  return secrets.unsealBytes(await buffer(await files.open(key)));
}
