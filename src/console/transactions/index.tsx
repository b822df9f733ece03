import { SwapOutlined } from "@ant-design/icons";
import { lazy } from "react";
import { transactionEndpoints } from "#contract/transactions/transaction-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/transactions";

/** Money movements of the company. */
export const transactionsModule: NounModule = {
  menu: [
    {
      to: LIST,
      label: "Операции",
      section: "Деньги",
      access: "transactions.view",
      icon: SwapOutlined,
    },
  ],
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

/** Movements of money for one job, for its page. */
export const JobTransactionsSection = lazy(() => import("./job-transactions-section.tsx"));

/** Movements of a worker's own money, for the page of his income. */
export const OwnOperations = lazy(() => import("./own-operations.tsx"));
