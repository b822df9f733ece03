import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { sql } from "kysely";
import {
  OFFER_FILE_ENDINGS,
  OFFER_FILE_TYPES,
  type OfferFile,
  type OfferFileType,
} from "#contract/job-offers/offer-file.ts";
import type { Actor } from "#server/http/actor.ts";
import { takeScan } from "#server/files/scans.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Upload } from "#server/http/uploads.ts";
import type { Platform } from "#server/platform.ts";

/** Jsonb; needs `f` (job_offer_files) and `s` (files). */
export const OFFER_FILE = sql`
  jsonb_build_object('id', f.id, 'name', s.name, 'contentType', s.content_type, 'sizeBytes',
    s.size_bytes)`;

/** On offer `o`, oldest first. */
export const RESULT_FILES = sql`
  (SELECT coalesce(jsonb_agg(${OFFER_FILE} ORDER BY f.id), '[]')
    FROM job_offer_files f
    JOIN files s ON s.id = f.file_id
    WHERE f.account_id = o.account_id AND f.offer_id = o.id AND f.message_id IS NULL)`;

const TYPES = Object.keys(OFFER_FILE_TYPES) as OfferFileType[];

/** A stored file without metadata. */
export interface ReadOfferFile {
  readonly upload: Upload;
  readonly contentType: OfferFileType;
  readonly bytes: Uint8Array;
  readonly key: string;
}

/** @throws AppError `invalid` — another type, by content. */
export async function readOfferFile(
  upload: Upload,
  store: (path: string) => Promise<string>,
): Promise<ReadOfferFile> {
  const scan = await takeScan(upload, TYPES, {
    file: [
      "Подойдёт фотография (JPEG, PNG, WebP) или PDF. Сохраните файл в одном из этих форматов и приложите снова",
    ],
  });
  await writeFile(upload.path, scan.bytes, { mode: 0o600 });
  return { ...scan, upload, key: await store(upload.path) };
}

interface NewFile {
  readonly offer: { readonly account_id: number; readonly id: bigint; readonly workman_id: number };
  readonly file: ReadOfferFile;
  /** `null`: a result file. */
  readonly messageId: bigint | null;
  readonly actor: Actor;
}

export async function addOfferFile(
  { clock }: Platform,
  trx: Trx,
  { offer, file: { upload, contentType, bytes, key }, messageId, actor }: NewFile,
): Promise<OfferFile> {
  const name = namedAs(upload.fileName, OFFER_FILE_TYPES[contentType]);
  const { rows } = await sql<{ id: bigint }>`
    WITH kept AS (INSERT INTO files (account_id, person_id, name, content_type, size_bytes, sha256,
      storage_key, created_at)
      VALUES (${offer.account_id}, ${actor.personId}, ${name}, ${contentType}, ${bytes.length},
        ${createHash("sha256").update(bytes).digest()}, ${key}, ${clock.now()})
      RETURNING id)
    INSERT INTO job_offer_files (account_id, offer_id, workman_id, message_id, file_id)
    SELECT ${offer.account_id}, ${offer.id}, ${offer.workman_id}, ${messageId}, kept.id
    FROM kept
    RETURNING id`.execute(trx);
  return { id: Number(rows[0]?.id), name, contentType, sizeBytes: bytes.length };
}

/** No bidirectional marks, the content's extension: a name must not hide the type. */
function namedAs(fileName: string, endings: readonly string[]): string {
  const name =
    fileName.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/g, "").trim() || "файл";
  if (endings.some((ending) => name.toLowerCase().endsWith(ending))) return name;
  const bare = OFFER_FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending))
    ? name.slice(0, name.lastIndexOf("."))
    : name;
  return `${bare}${endings[0]}`;
}
