import { edocumentEndpoints as endpoints } from "#contract/edocuments/edocument-endpoints.ts";
import {
  codeSent,
  downloadDocument,
  listDocuments,
  refuseRejectionBySender,
  rejectDocument,
  sendSigningCode,
  signDocument,
  type SignDependencies,
} from "#server/modules/job-documents/index.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";

/** The e-document service: the same documents under the recipient's address. */
export interface Edocuments {
  routes(serve: Serve): void;
}

export function makeEdocuments(deps: SignDependencies): Edocuments {
  return { routes: (serve) => serveEdocuments(serve, deps) };
}

function serveEdocuments(serve: Serve, deps: SignDependencies): void {
  serve(
    endpoints.list,
    async ({ actor, query, trx }) => {
      const { items, meta } = await listDocuments(trx, actor, query, deps.clock.now());
      return { items, meta };
    },
    { readsReplica: true },
  );

  serve(
    endpoints.download,
    ({ actor, params, trx, audit }) => downloadDocument(trx, actor, params.id, audit),
    { changesData: true },
  );

  serve(endpoints.sendCode, async ({ actor, params, trx, request, audit }) => {
    const sent = await sendSigningCode(deps, trx, actor, { ids: [params.id], ip: request.ip });
    audit(codeSent([params.id]));
    return sent;
  });

  serve(endpoints.signByRecipient, ({ actor, params, body, trx, request, audit }) =>
    signDocument(deps, trx, actor, {
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
      deps,
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
