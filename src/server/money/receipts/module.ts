import type { Module } from "#server/module.ts";
import { receiptTask } from "./receipt-work.ts";
import { serveReceipts } from "./routes.ts";
import { registeredReceipts } from "./tasks/register-receipts.ts";
import { reissuedReceipts } from "./tasks/reissue-receipts.ts";
import { annulledReceipts } from "./tasks/reverse-receipts.ts";
import { sweptReceipts } from "./tasks/sweep-receipts.ts";

export const receiptsModule: Module = {
  tasks: (platform) => [
    receiptTask(platform, registeredReceipts(platform)),
    receiptTask(platform, annulledReceipts(platform)),
    receiptTask(platform, reissuedReceipts(platform)),
    receiptTask(platform, sweptReceipts(platform)),
  ],
  routes: (serve, platform) => serveReceipts(serve, platform),
};
