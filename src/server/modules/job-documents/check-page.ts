import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import { JOB_DOCUMENT_STATE } from "#contract/job-documents/job-document-states.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { formatMoney } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { FACT_LIST_STYLE, factList, plainPage } from "#server/http/plain-page.ts";
import { DOCUMENT_CHECK_PATH } from "#server/http/site-links.ts";
import { hasPaper, recipientSignedAt, senderSignedAt, titleOf } from "./presenter.ts";
import { contentHash, SELECT_DOCUMENT, type DocumentRow } from "./queries.ts";

/**
 * Target of the QR code: proves the document and when each side signed. Names nobody; a wrong hash
 * answers as for an absent document.
 */
export function serveDocumentCheck(http: FastifyInstance, db: Kysely<Schema>): void {
  // Number and hash are printed on the sheet of signatures.
  http.get<{ Querystring: { number?: string; sha256?: string } }>(
    DOCUMENT_CHECK_PATH,
    { exposeHeadRoute: false },
    async (request, reply) => {
      void reply.header("cache-control", "no-store").type("text/html; charset=utf-8");
      const { number, fingerprint } = typed(request.query);
      if (number === "" && fingerprint === "") return askPage("");
      const { rows } = await sql<{ id: bigint }>`
      SELECT d.id
      FROM document_signatures s
      JOIN job_documents d ON d.account_id = s.account_id AND d.id = s.document_id
      WHERE s.sha256 = ${fingerprint} AND d.number = ${number} ORDER BY d.id LIMIT 1`.execute(db);
      if (rows[0])
        return reply.redirect(`${DOCUMENT_CHECK_PATH}/${rows[0].id}/${fingerprint}`, 303);
      return reply
        .status(404)
        .send(
          askPage(
            "Подписи с таким номером документа и отпечатком нет. Проверьте, что переписали их без ошибок; если всё верно, текст документа мог быть изменён.",
          ),
        );
    },
  );

  http.get<{ Params: { id: string; fingerprint: string } }>(
    `${DOCUMENT_CHECK_PATH}/:id(^\\d{1,15}$)/:fingerprint(^[0-9a-f]{64}$)`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      void reply.header("cache-control", "no-store").type("text/html; charset=utf-8");
      const { id, fingerprint } = request.params;
      const { rows } = await sql<DocumentRow>`${SELECT_DOCUMENT} WHERE d.id = ${id}`.execute(db);
      const row = rows[0];
      if (!row || !hasPaper(row) || !fingerprintsOf(row).includes(fingerprint)) {
        return reply.status(404).send(
          plainPage({
            title: "Документ не подтверждён",
            content:
              "<p>На платформе нет документа с таким номером и отпечатком. Проверьте ссылку; если она взята из документа, его текст мог быть изменён.</p>",
          }),
        );
      }
      return checkPage(row, fingerprint);
    },
  );
}

/** Copied with spaces, line breaks, capitals. A repeated parameter is no text. */
function typed({ number, sha256 }: { readonly number?: unknown; readonly sha256?: unknown }): {
  number: string;
  fingerprint: string;
} {
  const text = (value: unknown) => (typeof value === "string" ? value.slice(0, 500) : "");
  return {
    number: text(number).replace(/^\s*№/, "").replaceAll("\0", "").trim(),
    fingerprint: text(sha256).replace(/\s+/g, "").replaceAll("\0", "").toLowerCase(),
  };
}

function askPage(failure: string): string {
  const content = `
    <p>Номер документа и SHA-256 содержания напечатаны на листе подписания. Имён и других личных данных проверка не показывает.</p>
    ${failure ? `<p role="alert"><strong>${failure}</strong></p>` : ""}
    <form method="get" action="${DOCUMENT_CHECK_PATH}">
      <p><label for="number">Номер документа</label><br><input id="number" name="number" required maxlength="100" autocomplete="off"></p>
      <p><label for="sha256">SHA-256 содержания</label><br><input id="sha256" name="sha256" required maxlength="200" autocomplete="off" spellcheck="false"></p>
      <p><button>Проверить подпись</button></p>
    </form>`;
  return plainPage({ title: "Проверка подписи", content, style: ASK_STYLE });
}

const ASK_STYLE =
  "input{box-sizing:border-box;width:100%;font:inherit;padding:.5rem;border:1px solid #767676;border-radius:6px}button{font:inherit;padding:.6rem 1rem;border:0;border-radius:6px;background:#1d4ed8;color:#fff;cursor:pointer}";

function checkPage(row: DocumentRow, fingerprint: string): string {
  const facts = factList([
    ["Документ", titleOf(row)],
    ["Состояние", JOB_DOCUMENT_STATE.titles[row.state]],
    ...(row.amount_kopecks === null ? [] : [["Сумма", formatMoney(row.amount_kopecks)] as const]),
    ...(row.period_start !== null
      ? []
      : [
          ["Подпись заказчика", signed(senderSignedAt(row))] as const,
          ["Подпись исполнителя", signed(recipientSignedAt(row))] as const,
        ]),
    ["SHA-256 содержания", fingerprint],
  ]);
  return plainPage({
    title: "Проверка документа",
    heading: "Документ сформирован на платформе",
    content: `<p>Сравните номер, дату, сумму и отпечаток с тем, что напечатано в документе.</p>${facts}`,
    style: FACT_LIST_STYLE,
  });
}

function signed(at: Date | null): string {
  return at === null ? "Нет" : `Есть, ${formatMoscowTime(at)}`;
}

/** Valid after its signer has changed name. */
function fingerprintsOf(row: DocumentRow): string[] {
  return [
    contentHash(row),
    ...[row.account_signature, row.workman_signature].flatMap((signature) =>
      signature ? [signature.sha256] : [],
    ),
  ];
}
