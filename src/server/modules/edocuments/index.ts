import { edocumentEndpoints as endpoints } from "#contract/edocuments/edocument-endpoints.ts";
import { downloadDocument, listDocuments } from "#server/modules/job-documents/index.ts";
import type { Serve } from "#server/platform/serve.ts";

/** The e-document service: the same documents under the recipient's address. */
export function serveEdocuments(serve: Serve): void {
  serve(endpoints.list, ({ actor, query, trx }) => listDocuments(trx, actor, query));
  serve(endpoints.download, ({ actor, params, trx, audit }) => downloadDocument(trx, actor, params.id, audit), { changesData: true });
}
