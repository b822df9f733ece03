import { sql } from "kysely";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import type { Trx } from "#server/data/transaction.ts";
import { SELECT_DOCUMENT, type DocumentRow } from "./queries.ts";

const ENDINGS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/heic": "heic",
};

/** @returns the keys of his checked papers, with names for an archive. */
export async function checkedPapers(
  trx: Trx,
  workmanId: number,
): Promise<{ name: string; key: string }[]> {
  const { rows } = await sql<DocumentRow>`
    ${SELECT_DOCUMENT}
    WHERE d.id IN (SELECT DISTINCT ON (n.type) n.id
      FROM workman_documents n
      WHERE n.workman_id = ${workmanId}
        AND n.state IN ('VALID', 'EXPIRING')
        AND n.file_id IS NOT NULL
      ORDER BY n.type, n.id DESC)
    ORDER BY d.type`.execute(trx);
  return rows.flatMap(({ type, storage_key: key, content_type: contentType }) => {
    const ending = ENDINGS[contentType ?? ""] ?? "bin";
    return key === null ? [] : [{ name: `${WORKMAN_DOCUMENT_TYPE.titles[type]}.${ending}`, key }];
  });
}
