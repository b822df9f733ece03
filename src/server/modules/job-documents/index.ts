import { jobDocumentEndpoints as endpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { Actor } from "#server/platform/actor.ts";
import { conflict } from "#server/platform/app-error.ts";
import { FileReply } from "#server/platform/replies.ts";
import type { AuditRecord } from "#server/platform/request-context.ts";
import type { Serve } from "#server/platform/serve.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { renderAct } from "./act-pdf.ts";
import { presentDocument, titleOf } from "./document-presenter.ts";
import { loadDocument, readerOf } from "./document-rows.ts";
import { listDocuments } from "./list-documents.ts";

/** Acts and documents of jobs, read from either side. */
export function serveJobDocuments(serve: Serve): void {
  serve(endpoints.list, ({ actor, query, trx }) => listDocuments(trx, actor, query));

  serve(endpoints.info, async ({ actor, params, trx }) => {
    const reader = readerOf(actor);
    return presentDocument(await loadDocument(trx, reader, params.id), reader, actor);
  });

  serve(endpoints.file, ({ actor, params, trx, audit }) => downloadDocument(trx, actor, params.id, audit), { changesData: true });
}

/**
 * The document as a PDF with its sheet of signatures; the journal of the customer keeps who took it.
 *
 * @throws AppError `not_found`; `conflict` for a kind of document that has no paper yet.
 */
export async function downloadDocument(trx: Trx, actor: Actor, id: number, audit: (record: AuditRecord) => void): Promise<FileReply> {
  const row = await loadDocument(trx, readerOf(actor), id);
  if (row.type !== "ACT") throw conflict("Файл этого документа ещё не готов");
  audit({ event: "document.downloaded", accountId: row.account_id, object: { type: "document", id: Number(row.id), title: titleOf(row) } });
  return new FileReply(`${titleOf(row)}.pdf`, "application/pdf", await renderAct(row));
}

export { listDocuments } from "./list-documents.ts";
