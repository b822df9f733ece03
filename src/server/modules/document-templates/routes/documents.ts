import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { documentTemplateEndpoints as endpoints } from "#contract/document-templates/document-template-endpoints.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { exampleFile, previewTemplate } from "../actions/preview-template.ts";
import { sendDocuments } from "../actions/send-documents.ts";
import { yearlyContract } from "../yearly-contract.ts";

export function serveTemplateDocuments(serve: Serve, platform: Platform): void {
  serve(endpoints.preview, ({ actor, params, query, trx }) =>
    previewTemplate(platform, trx, actor, params.id, query.workmanID),
  );

  serve(endpoints.example, ({ actor, params, query, trx }) =>
    exampleFile(platform, trx, actor, params.id, query),
  );

  serve(accountEndpoints.exampleOfYearlyContract, ({ actor, params, trx }) =>
    yearlyContract(trx, actor, params.id, platform.clock.now()),
  );

  serve(endpoints.send, ({ actor, params, body, trx, audit }) =>
    sendDocuments(trx, actor, params.id, body.workmanIDs, platform.clock.now(), audit),
  );
}
