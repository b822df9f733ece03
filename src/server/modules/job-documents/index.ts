import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { jobDocumentEndpoints as endpoints } from "#contract/job-documents/job-document-endpoints.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Actor } from "#server/http/actor.ts";
import { conflict } from "#server/http/app-error.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { FileReply } from "#server/http/replies.ts";
import type { AuditRecord } from "#server/http/request-context.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Trx } from "#server/data/transaction.ts";
import { serveDocumentCheck } from "./check-page.ts";
import { hasPaper, presentDocument, titleOf } from "./document-presenter.ts";
import { loadDocument, readerOf, signerOf } from "./document-rows.ts";
import { autoSignTask, expireDocumentsTask } from "./document-tasks.ts";
import { downloadArchive } from "./download-archive.ts";
import { listDocuments } from "./list-documents.ts";
import { listPlatformActs, platformActsTask } from "./platform-acts.ts";
import { refuseDocument } from "./reject-document.ts";
import { renderDocument } from "./render-document.ts";
import { signDocuments, type SignDependencies } from "./sign-documents.ts";
import { sendSigningCode } from "./signing-code.ts";
import { readSigningInfo } from "./signing-info.ts";
import { renderUpd, updTitleOf } from "./upd-pdf.ts";

/** Acts and documents of jobs, read and signed from either side. */
export interface JobDocuments {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
  /** Pages that are no calls of the contract. */
  mount(http: FastifyInstance): void;
}

export function makeJobDocuments(
  deps: SignDependencies & { readonly db: Kysely<Schema> },
): JobDocuments {
  return {
    tasks: [autoSignTask(deps), expireDocumentsTask(deps), platformActsTask(deps)],
    routes: (serve) => serveJobDocuments(serve, deps),
    mount: (http) => serveDocumentCheck(http, deps.db),
  };
}

function serveJobDocuments(serve: Serve, deps: SignDependencies): void {
  serve(
    endpoints.list,
    ({ actor, query, trx }) => listDocuments(trx, actor, query, deps.clock.now()),
    { readsReplica: true },
  );

  serve(endpoints.info, async ({ actor, params, trx }) => {
    const reader = readerOf(actor);
    return presentDocument(await loadDocument(trx, reader, params.id), reader, actor);
  });

  serve(
    endpoints.file,
    ({ actor, params, trx, audit }) => downloadDocument(trx, actor, params.id, audit),
    { changesData: true },
  );

  serve(
    endpoints.upd,
    async ({ actor, params, trx, audit }) => {
      const row = await loadDocument(trx, readerOf(actor), params.id);
      if (row.type !== "PLATFORM_ACT") throw conflict("УПД бывает только по акту платформы");
      audit({
        event: "document.downloaded",
        accountId: row.account_id,
        object: { type: "document", id: Number(row.id), title: updTitleOf(row) },
      });
      return new FileReply(
        `${updTitleOf(row).replace("/", "-")}.pdf`,
        "application/pdf",
        await renderUpd(row),
      );
    },
    { changesData: true },
  );

  serve(endpoints.download, ({ actor, body, trx, request, audit }) =>
    downloadArchive(trx, actor, body, { at: deps.clock.now(), request, audit }),
  );

  serve(endpoints.actList, ({ actor, query, trx }) => listPlatformActs(trx, actor, query), {
    readsReplica: true,
  });

  serve(endpoints.infoSign, ({ actor, query, trx }) =>
    readSigningInfo(trx, actor, query.documentIDs, deps.clock.now()),
  );

  serve(endpoints.sendSignCode, async ({ actor, body, trx, request, audit }) => {
    const sent = await sendSigningCode(deps, trx, actor, {
      ids: body.documentIDs,
      ip: request.ip,
      seen: body.version,
    });
    audit(codeSent(body.documentIDs));
    return sent;
  });

  serve(endpoints.sign, async ({ actor, params, body, trx, request, audit }) =>
    signDocument(deps, trx, actor, {
      id: params.id,
      otp: body.otp,
      seen: body.version,
      request,
      audit,
    }),
  );

  serve(endpoints.massSign, ({ actor, body, trx, request, audit }) =>
    signDocuments(deps, trx, actor, {
      ids: body.documentIDs,
      otp: body.otp,
      seen: body.version,
      request,
      audit,
    }),
  );

  serve(endpoints.reject, ({ actor, params, body, trx, request, audit }) =>
    refuseDocument(deps, trx, actor, {
      id: params.id,
      reasonId: body.reasonID,
      comment: body.comment?.trim() || null,
      request,
      audit,
    }),
  );
}

type SignOne = Omit<Parameters<typeof signDocuments>[3], "ids"> & { readonly id: number };

/**
 * One document signed by its own code, as its signer sees it afterwards. @throws as
 * `signDocuments`.
 */
export async function signDocument(
  deps: SignDependencies,
  trx: Trx,
  actor: Actor,
  { id, ...rest }: SignOne,
) {
  await signDocuments(deps, trx, actor, { ids: [id], ...rest });
  const signer = signerOf(actor);
  return presentDocument(await loadDocument(trx, signer, id), signer, actor);
}

/** What the journal says of a code: never the code. */
export function codeSent(ids: readonly number[]): AuditRecord {
  return {
    event: "auth.otp_sent",
    object: { type: "document", id: ids[0] ?? 0, title: "Подписание документов" },
    after: { documentIDs: ids },
  };
}

/**
 * The document as a PDF with its sheet of signatures; the journal of the customer keeps who took
 * it.
 *
 * @throws AppError `not_found`; `conflict` for a kind of document that has no paper yet.
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
  return new FileReply(`${titleOf(row)}.pdf`, "application/pdf", await renderDocument(row));
}

export { listDocuments } from "./list-documents.ts";
export { refuseRejectionBySender, rejectDocument } from "./reject-document.ts";
export type { SignDependencies } from "./sign-documents.ts";
export { sendSigningCode } from "./signing-code.ts";
export { titleOf } from "./document-presenter.ts";
export {
  HAS_PAPER,
  SELECT_DOCUMENT,
  documentsWithinReach as within,
  type DocumentRow,
} from "./document-rows.ts";
export { renderDocument } from "./render-document.ts";
