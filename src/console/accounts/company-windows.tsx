import { lazy } from "react";
import type { MyAccountInfo } from "#contract/accounts/account.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";

const CompanyCreateForm = lazy(async () => ({
  default: (await import("./company-forms.tsx")).CompanyCreateForm,
}));
const CompanyTransferForm = lazy(async () => ({
  default: (await import("./company-forms.tsx")).CompanyTransferForm,
}));
const CompanyDeleteForm = lazy(async () => ({
  default: (await import("./company-forms.tsx")).CompanyDeleteForm,
}));

export function companyCreateWindow(): ShownWindow {
  return { title: "Новая компания", widthPx: 520, content: <CompanyCreateForm /> };
}

export function companyTransferWindow(account: MyAccountInfo): ShownWindow {
  return {
    title: "Передать владение компанией",
    content: <CompanyTransferForm account={account} />,
  };
}

export function companyDeleteWindow(account: MyAccountInfo): ShownWindow {
  return { title: "Удалить компанию", content: <CompanyDeleteForm account={account} /> };
}
