import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

export { HeaderBalance } from "./header-balance.tsx";

export const accountsModule: NounModule = {
  resources: [
    {
      name: "accounts",
      label: "Заказчики",
      base: "client",
      endpoints: {
        getList: accountEndpoints.list,
        getOne: accountEndpoints.info,
        idField: "accountID",
      },
      access: { list: "public", show: "public" },
    },
  ],
  modals: {
    account: { title: "Заказчик", load: () => import("./account-modal.tsx"), maxWidthPx: 560 },
  },
};
