import { lazy } from "react";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/transactions";

export const transactionsModule: NounModule = {
  resources: [
    {
      name: "transactions",
      label: "Операции",
      base: "client",
      endpoints: { getList: transactionEndpoints.list },
      paths: { list: LIST },
      access: { list: { anyOf: ["transactions.view", "workman"] } },
    },
  ],
};

export const JobTransactionsSection = lazy(() => import("./job-transactions-section.tsx"));

export const OwnOperations = lazy(() => import("./own-operations.tsx"));
