import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { documentTemplateEndpoints as endpoints } from "#contract/document-templates/document-template-endpoints.ts";
import type { Serve } from "#server/http/serve.ts";
import type { DocumentTemplateDependencies } from "./dependencies.ts";
import { exampleFile, previewTemplate } from "./preview-template.ts";
import { sendDocuments } from "./send-documents.ts";
import { yearlyContract } from "./yearly-contract.ts";

export function serveTemplateDocuments(serve: Serve, deps: DocumentTemplateDependencies): void {
  serve(endpoints.preview, ({ actor, params, query, trx }) =>
    previewTemplate(deps, trx, actor, params.id, query.workmanID),
  );

  serve(endpoints.example, ({ actor, params, query, trx }) =>
    exampleFile(deps, trx, actor, params.id, query),
  );

  serve(accountEndpoints.exampleOfYearlyContract, ({ actor, params, trx }) =>
    yearlyContract(trx, actor, params.id, deps.clock.now()),
  );

  serve(endpoints.send, ({ actor, params, body, trx, audit }) =>
    sendDocuments(trx, actor, params.id, body.workmanIDs, deps.clock.now(), audit),
  );
}
