import type { ListTab } from "#console/kit/list-tabs.tsx";

export const INVOICE_TABS: readonly ListTab[] = [
  { to: "/profile/account/invoices", label: "Счета" },
  { to: "/profile/account/invoices/payments", label: "Поступления" },
  { to: "/profile/account/invoices/balance", label: "Остаток по дням" },
];
