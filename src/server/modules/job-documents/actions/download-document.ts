import { partyOf, type Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import { FileReply } from "#server/http/replies.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Trx } from "#server/data/transaction.ts";
import { hasPaper, titleOf } from "../presenter.ts";
import { loadDocument, readerOf } from "../queries.ts";
import { renderDocument } from "../render-document.ts";

/**
 * With the sheet of signatures; journaled for the customer.
 *
 * @throws AppError `not_found`; `conflict` — no PDF of this kind yet.
 */
export async function downloadDocument(
  trx: Trx,
  actor: Actor,
  id: number,
  audit: (record: AuditRecord) => void,
): Promise<FileReply> {
  const row = await loadDocument(trx, readerOf(actor), id);
  if (!hasPaper(row)) throw conflict("Файл этого документа ещё не готов");
  audit({
    event: "document.downloaded",
    accountId: row.account_id,
    object: { type: "document", id: Number(row.id), title: titleOf(row) },
  });
  return new FileReply(`${titleOf(row)}.pdf`, "application/pdf", () =>
    renderDocument(row, { line: "request", of: partyOf(actor) }),
  );
}
