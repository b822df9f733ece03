import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { Door } from "#console/providers/door.ts";

export { HeaderBalance } from "./header-balance.tsx";

/** The customer's company and the personal area of whoever is signed in. */
export const accountsDoor: Door = {
  routes: [
    { path: "/profile", access: "signed-in", screen: () => import("./personal-area.tsx"), look: "light" },
    { path: "/app/profile/summary", access: "account", screen: () => import("./summary/summary-page.tsx"), look: "light" },
  ],
  menu: [
    { to: "/profile", label: "Личный кабинет", section: "Работа", access: "signed-in" },
    { to: "/app/profile/summary", label: "Сводка", section: "Работа", access: "account" },
  ],
  resources: [
    {
      name: "accounts",
      label: "Заказчики",
      base: "client",
      endpoints: { getList: accountEndpoints.list, getOne: accountEndpoints.info, idField: "accountID" },
      access: { list: "public", show: "public" },
    },
  ],
};
