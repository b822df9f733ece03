import type { ListTab } from "#console/kit/list-tabs.tsx";

export const TRANSACTIONS = "/profile/account/transactions";
const RECONCILIATION = "/profile/account/transactions/reconciliation";

export const TRANSACTION_TABS: readonly ListTab[] = [
  { to: TRANSACTIONS, label: "Операции" },
  { to: RECONCILIATION, label: "Сверка" },
];
