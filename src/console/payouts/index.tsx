import { lazy } from "react";
import { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import { receiptEndpoints } from "#contract/receipts/receipt-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";
import { PAYOUTS, RECEIPTS } from "./payout-lists.ts";

const INCOME = "/profile/workman/income";

export const payoutsModule: NounModule = {
  resources: [
    {
      name: PAYOUTS,
      label: "Доход",
      base: "open",
      endpoints: { getList: payoutEndpoints.list, getOne: payoutEndpoints.get },
      paths: { list: INCOME },
      access: { list: { anyOf: ["transactions.view", "workman"] } },
    },
    {
      name: RECEIPTS,
      label: "Чеки",
      base: "open",
      endpoints: { getList: receiptEndpoints.list },
      access: { list: { anyOf: ["documents.view", "workman"] } },
    },
  ],
};

/** Lazy section of a job's page. */
export const JobPayoutsSection = lazy(() => import("./job-payouts-section.tsx"));
