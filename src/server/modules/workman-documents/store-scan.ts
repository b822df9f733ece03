import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import type { FileStorage } from "#server/integrations/file-storage/port.ts";
import type { WorkmanActor } from "#server/platform/actor.ts";
import { invalid } from "#server/platform/app-error.ts";
import { readScan } from "#server/platform/scans.ts";
import { type Secrets, sealBytes } from "#server/platform/secrets.ts";
import type { Trx } from "#server/platform/transaction.ts";
import type { Upload } from "#server/platform/uploads.ts";

/** What sealing a paper needs; the same purpose opens it. */
export const PAPERS_KEY = "workman-documents";

interface Paper {
  readonly type: WorkmanDocumentType;
  readonly expireDate?: string | null;
  readonly upload: Upload;
  /** Where the person sees what is wrong with the file. */
  readonly field: string;
}

/**
 * Keeps a paper of the worker: its kind is known by its content, what the camera tells is taken out, and the file lies sealed. A new one of the same type takes
 * the place of the former.
 *
 * @throws AppError `invalid` for anything but JPEG, PNG, HEIC and PDF.
 */
export async function storeScan({ files, secrets }: { readonly files: FileStorage; readonly secrets: Secrets }, trx: Trx, actor: WorkmanActor, { type, expireDate = null, upload, field }: Paper, at: Date): Promise<number> {
  const scan = readScan(await readFile(upload.path));
  if (!scan) throw invalid({ [field]: ["Подойдёт фото в JPEG, PNG или HEIC либо PDF. Сфотографируйте документ ещё раз или сохраните его в одном из этих форматов"] });
  const key = `paper-${randomUUID()}`;
  await writeFile(upload.path, sealBytes(secrets.keyFor(PAPERS_KEY), scan.bytes));
  await files.store(key, upload.path);
  try {
    const { rows } = await sql<{ id: number }>`
      WITH file AS (
        INSERT INTO files (person_id, name, content_type, size_bytes, sha256, storage_key, created_at)
        VALUES (${actor.personId}, ${`${type}.${scan.extension}`}, ${scan.contentType}, ${scan.bytes.length}, ${upload.sha256}, ${key}, ${at}) RETURNING id
      )
      INSERT INTO workman_documents (workman_id, type, state, file_id, expire_date, created_at) SELECT ${actor.workmanId}, ${type}, 'UPLOADED', id, ${expireDate}::date, ${at} FROM file RETURNING id`.execute(trx);
    return rows[0]?.id as number;
  } catch (error) {
    await files.remove(key);
    throw error;
  }
}
