import { TAX_SERVICE_MESSAGES_KEEP_RULE } from "#server/integrations/tax-service/message-rows.ts";
import type { Module } from "#server/module.ts";
import { serveReceipts } from "./routes.ts";
import { registerReceiptsTask } from "./tasks/register-receipts.ts";
import { reissueReceiptsTask } from "./tasks/reissue-receipts.ts";
import { reverseReceiptsTask } from "./tasks/reverse-receipts.ts";
import { sweepReceiptsTask } from "./tasks/sweep-receipts.ts";

export const receiptsModule: Module = {
  tasks: (platform) => [
    registerReceiptsTask(platform),
    reverseReceiptsTask(platform),
    reissueReceiptsTask(platform),
    sweepReceiptsTask(platform),
  ],
  keepRules: [TAX_SERVICE_MESSAGES_KEEP_RULE],
  routes: (serve, platform) => serveReceipts(serve, platform),
};
