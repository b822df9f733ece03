import { sql } from "kysely";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { requiredDocumentsOf, type TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import { workmanDocumentEndpoints as endpoints } from "#contract/workman-documents/workman-document-endpoints.ts";
import type { WorkmanDocumentType } from "#contract/workman-documents/workman-document-states.ts";
import { openPrivateFile, readPrivateScan } from "#server/files/private-files.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import {
  missingDocument,
  presentWorkmanDocument,
  SELECT_DOCUMENT,
  type DocumentRow,
} from "./queries.ts";
import { storeScan } from "./actions/store-scan.ts";

/** Protects the storage. */
const MOST_CHECKING = 20;

/** Source: specification §7; `domain.md` §1.5, §2.2. */
export function serveWorkmanDocuments(serve: Serve, platform: Platform): void {
  serve(endpoints.list, async ({ actor, trx }) => {
    const required = await requiredOf(trx, actor.workmanId);
    const { rows } = await sql<DocumentRow>`
        ${SELECT_DOCUMENT} WHERE d.workman_id = ${actor.workmanId} ORDER BY d.id DESC`.execute(trx);
    const missing = required
      .filter((type) => !rows.some((row) => row.type === type))
      .map(missingDocument);
    return {
      items: [
        ...missing,
        ...rows.map((row) =>
          presentWorkmanDocument(row, required.includes(row.type), platform.secrets),
        ),
      ],
    };
  });

  serve.reading(
    endpoints.upload,
    ({ files, store }) => readPrivateScan(platform.secrets, files["file"], "file", store),
    async ({ actor, body, read: scan, trx, audit }) => {
      const at = platform.clock.now();
      await refuseTooMany(trx, actor.workmanId);
      const id = await storeScan(
        platform,
        { actor, trx, audit },
        {
          type: body.type,
          expireDate: body.expireDate,
          number: body.number,
          state: "CHECKING",
          scan,
        },
        at,
      );
      return presentWorkmanDocument(
        await loadDocument(trx, actor.workmanId, id),
        (await requiredOf(trx, actor.workmanId)).includes(body.type),
        platform.secrets,
      );
    },
  );

  serve(endpoints.file, async ({ actor, params, trx }) => {
    const row = await loadDocument(trx, actor.workmanId, params.id);
    if (row.storage_key === null) throw notFound("Файла этого документа на платформе нет");
    return new FileReply(
      row.file_name ?? "Документ",
      row.content_type ?? "application/octet-stream",
      await openPrivateFile(platform, row.storage_key),
    );
  });
}

async function loadDocument(trx: Trx, workmanId: number, id: number): Promise<DocumentRow> {
  const { rows } = await sql<DocumentRow>`
      ${SELECT_DOCUMENT} WHERE d.workman_id = ${workmanId} AND d.id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound("Документ не найден");
  return rows[0];
}

async function requiredOf(trx: Trx, workmanId: number): Promise<readonly WorkmanDocumentType[]> {
  const { rows } = await sql<{
    taxpayer_type: TaxpayerType;
    citizenship: string;
  }>`SELECT taxpayer_type, citizenship FROM workmen WHERE id = ${workmanId}`.execute(trx);
  const [row] = rows;
  return row && CITIZENSHIP.has(row.citizenship)
    ? requiredDocumentsOf(row.taxpayer_type, row.citizenship)
    : [];
}

async function refuseTooMany(trx: Trx, workmanId: number): Promise<void> {
  await sql`SELECT 1 FROM workmen WHERE id = ${workmanId} FOR NO KEY UPDATE`.execute(trx);
  const { rows } = await sql<{
    count: bigint;
  }>`
    SELECT count(*) AS count
    FROM workman_documents
    WHERE workman_id = ${workmanId} AND state = 'CHECKING'`.execute(trx);
  if ((rows[0]?.count ?? 0n) >= MOST_CHECKING)
    throw conflict("Слишком много документов ждёт проверки. Дождитесь ответа модератора");
}
