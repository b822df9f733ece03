import type { Module } from "#server/module.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import { serveReceipts } from "./routes.ts";
import { registerReceiptsTask } from "./tasks/register-receipts.ts";
import { reissueReceiptsTask } from "./tasks/reissue-receipts.ts";
import { reverseReceiptsTask } from "./tasks/reverse-receipts.ts";
import { sweepReceiptsTask } from "./tasks/sweep-receipts.ts";

/** Longer than an income without an answer is followed. */
const TAX_SERVICE_MESSAGES_KEEP_RULE: KeepRule = {
  table: "tax_service_messages",
  since: "sent_at",
  keepHours: 30 * 24,
};

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
