import { sql } from "kysely";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import { openPrivateFile, type PrivateFiles } from "#server/files/private-files.ts";
import type { Trx } from "#server/data/transaction.ts";
import { SELECT_DOCUMENT, type DocumentRow } from "./queries.ts";

const ENDINGS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/heic": "heic",
};

export async function documentArchive(
  deps: PrivateFiles,
  trx: Trx,
  workmanId: number,
): Promise<{ name: string; content: Buffer }[]> {
  const { rows } = await sql<DocumentRow>`
    ${SELECT_DOCUMENT}
    WHERE d.id IN (SELECT DISTINCT ON (n.type) n.id
      FROM workman_documents n
      WHERE n.workman_id = ${workmanId}
        AND n.state IN ('VALID', 'EXPIRING')
        AND n.file_id IS NOT NULL
      ORDER BY n.type, n.id DESC)
    ORDER BY d.type`.execute(trx);
  const parts: { name: string; content: Buffer }[] = [];
  for (const { type, storage_key: key, content_type: contentType } of rows) {
    if (key !== null)
      parts.push({
        name: `${WORKMAN_DOCUMENT_TYPE.titles[type]}.${ENDINGS[contentType ?? ""] ?? "bin"}`,
        content: await openPrivateFile(deps, key),
      });
  }
  return parts;
}
