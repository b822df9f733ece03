import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { formatMoney } from "#contract/values/money.ts";
import type { Schema } from "#server/database/schema.ts";
import { FACT_LIST_STYLE, factList, plainPage } from "#server/platform/plain-page.ts";
import { DOCUMENT_CHECK_PATH } from "#server/platform/site-links.ts";
import { hasPaper, recipientSignedAt, senderSignedAt, titleOf } from "./document-presenter.ts";
import { contentHash, SELECT_DOCUMENT, type DocumentRow } from "./document-rows.ts";

/**
 * Where the QR of a paper leads: whoever holds the paper sees whether the platform has made it and who has signed when. Nobody's name
 * or number is on the page, and without the fingerprint on the paper it answers as if there were no such document.
 */
export function serveDocumentCheck(http: FastifyInstance, db: Kysely<Schema>): void {
  http.get<{ Params: { id: string; fingerprint: string } }>(`${DOCUMENT_CHECK_PATH}/:id(^\\d{1,15}$)/:fingerprint(^[0-9a-f]{64}$)`, { exposeHeadRoute: false }, async (request, reply) => {
    void reply.header("cache-control", "no-store").type("text/html; charset=utf-8");
    const { id, fingerprint } = request.params;
    const { rows } = await sql<DocumentRow>`${SELECT_DOCUMENT} WHERE d.id = ${id}`.execute(db);
    const row = rows[0];
    if (!row || !hasPaper(row) || !fingerprintsOf(row).includes(fingerprint)) {
      return reply.status(404).send(plainPage({ title: "Документ не подтверждён", content: "<p>На платформе нет документа с таким номером и отпечатком. Проверьте ссылку; если она взята из документа, его текст мог быть изменён.</p>" }));
    }
    return checkPage(row, fingerprint);
  });
}

function checkPage(row: DocumentRow, fingerprint: string): string {
  const facts = factList([
    ["Документ", titleOf(row)],
    ["Состояние", JOB_DOCUMENT_STATE.titles[row.state]],
    ...(row.amount_kopecks === null ? [] : [["Сумма", formatMoney(row.amount_kopecks)] as const]),
    ...(row.type === "PLATFORM_ACT" ? [] : [["Подпись заказчика", signed(senderSignedAt(row))] as const, ["Подпись исполнителя", signed(recipientSignedAt(row))] as const]),
    ["SHA-256 содержания", fingerprint],
  ]);
  return plainPage({ title: "Проверка документа", heading: "Документ сформирован на платформе", content: `<p>Сравните номер, дату, сумму и отпечаток с тем, что напечатано в документе.</p>${facts}`, style: FACT_LIST_STYLE });
}

function signed(at: Date | null): string {
  return at === null ? "Нет" : `Есть, ${formatMoscowTime(at)}`;
}

/** A paper printed before its signer changed his name is still the one he has signed. */
function fingerprintsOf(row: DocumentRow): string[] {
  return [contentHash(row), ...[row.account_signature, row.workman_signature].flatMap((signature) => (signature ? [signature.sha256] : []))];
}
