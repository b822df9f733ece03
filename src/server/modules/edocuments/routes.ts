import { edocumentEndpoints as endpoints } from "#contract/edocuments/edocument-endpoints.ts";
import {
  signingCodeSent,
  downloadDocument,
  listDocuments,
  refuseRejectionBySender,
  rejectDocument,
  sendSigningCode,
  signDocument,
} from "#server/modules/job-documents/index.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";

export function serveEdocuments(serve: Serve, platform: Platform): void {
  serve.list(endpoints.list, ({ actor, query }) =>
    listDocuments(actor, query, platform.clock.now()),
  );

  serve(
    endpoints.download,
    ({ actor, params, trx, audit }) => downloadDocument(trx, actor, params.id, audit),
    { changesData: true },
  );

  serve(endpoints.sendCode, async ({ actor, params, trx, request, audit }) => {
    const sent = await sendSigningCode(platform, trx, actor, { ids: [params.id], ip: request.ip });
    audit(signingCodeSent([params.id]));
    return sent;
  });

  serve(endpoints.signByRecipient, ({ actor, params, body, trx, request, audit }) =>
    signDocument(platform, trx, actor, {
      id: params.id,
      otp: body.otp,
      seen: body.version,
      request,
      audit,
    }),
  );

  serve(endpoints.rejectByRecipient, ({ actor, params, body, trx, request, audit }) => {
    if (body.id !== undefined && body.id !== params.id)
      throw invalid({ id: ["В адресе и в теле запроса названы разные документы"] });
    if (actor.workmanId === null) return refuseRejectionBySender(trx, actor, params.id);
    return rejectDocument(
      platform,
      trx,
      { ...actor, workmanId: actor.workmanId },
      {
        id: params.id,
        reasonId: body.reasonID ?? "OTHER",
        comment: body.comment?.trim() || null,
        request,
        audit,
      },
    );
  });
}
