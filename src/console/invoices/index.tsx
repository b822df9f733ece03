import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { formatRubles } from "#web/format/money.ts";
import { recordFinder } from "#console/record-finder.ts";
import { listLink } from "#console/kit/list-link.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/invoices";
const PAYMENTS = "/profile/account/invoices/payments";

export const invoicesModule: NounModule = {
  commands: [
    { label: "Выставить счёт", access: "invoices.create", run: { modal: "balance-top-up" } },
  ],
  finders: [
    recordFinder("Счета", "invoices.view", invoiceEndpoints.list, ({ number, amount, state }) => ({
      label: `Счёт № ${number} на ${formatRubles(amount)} (${state.title.toLowerCase()})`,
      to: listLink(LIST, { search: number }),
    })),
  ],
  resources: [
    {
      name: "invoices",
      label: "Счета",
      base: "client",
      endpoints: { getList: invoiceEndpoints.list },
      paths: { list: LIST },
      access: { list: "invoices.view", create: "invoices.create" },
    },
    {
      name: "incoming-payments",
      label: "Поступления",
      base: "open",
      endpoints: { getList: invoiceEndpoints.payments },
      paths: { list: PAYMENTS },
      access: { list: "invoices.view" },
    },
  ],
  modals: {
    "balance-top-up": {
      title: "Выставить счёт",
      load: () => import("./balance-top-up-modal.tsx"),
      maxWidthPx: 520,
    },
  },
};
