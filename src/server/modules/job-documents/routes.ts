import { jobDocumentEndpoints as endpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { conflict } from "#server/http/app-error.ts";
import { FileReply } from "#server/http/replies.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { presentDocument } from "./presenter.ts";
import { loadDocument, readerOf } from "./queries.ts";
import { downloadArchive } from "./actions/download-archive.ts";
import { downloadDocument } from "./actions/download-document.ts";
import { countWaiting, listDocuments } from "./list-documents.ts";
import { listPlatformActs } from "./list-platform-acts.ts";
import { refuseDocument } from "./actions/reject-document.ts";
import { signDocument, signDocuments } from "./actions/sign-documents.ts";
import { sendSigningCode, signingCodeSent } from "./signing-code.ts";
import { readSigningInfo } from "./signing-info.ts";
import { renderUpd, updTitleOf } from "./upd-pdf.ts";

export function serveJobDocuments(serve: Serve, platform: Platform): void {
  serve.list(endpoints.list, ({ actor, query, trx }) => ({
    ...listDocuments(actor, query, platform.clock.now()),
    rest: async () => ({ totals: await countWaiting(trx, actor, platform.clock.now()) }),
  }));

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
      if (row.period_start === null) throw conflict("УПД бывает только по акту платформы");
      audit({
        event: "document.downloaded",
        accountId: row.account_id,
        object: { type: "document", id: Number(row.id), title: updTitleOf(row) },
      });
      return new FileReply(`${updTitleOf(row).replace("/", "-")}.pdf`, "application/pdf", () =>
        renderUpd(row),
      );
    },
    { changesData: true },
  );

  serve(endpoints.download, ({ actor, body, trx, request, audit }) =>
    downloadArchive(trx, actor, body, { at: platform.clock.now(), request, audit }),
  );

  serve.list(endpoints.actList, ({ actor, query }) => listPlatformActs(actor, query));

  serve(endpoints.infoSign, ({ actor, query, trx }) =>
    readSigningInfo(trx, actor, query.documentIDs, platform.clock.now()),
  );

  serve(endpoints.sendSignCode, async ({ actor, body, trx, request, audit }) => {
    const sent = await sendSigningCode(platform, trx, actor, {
      ids: body.documentIDs,
      ip: request.ip,
      seen: body.version,
    });
    audit(signingCodeSent(body.documentIDs));
    return sent;
  });

  serve(endpoints.sign, async ({ actor, params, body, trx, request, audit }) =>
    signDocument(platform, trx, actor, {
      id: params.id,
      otp: body.otp,
      seen: body.version,
      request,
      audit,
    }),
  );

  serve(endpoints.massSign, ({ actor, body, trx, request, audit }) =>
    signDocuments(platform, trx, actor, {
      ids: body.documentIDs,
      otp: body.otp,
      seen: body.version,
      request,
      audit,
    }),
  );

  serve(endpoints.reject, ({ actor, params, body, trx, request, audit }) =>
    refuseDocument(platform, trx, actor, {
      id: params.id,
      reasonId: body.reasonID,
      comment: body.comment?.trim() || null,
      request,
      audit,
    }),
  );
}
