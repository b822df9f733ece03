import { BankOutlined, DashboardOutlined, HomeOutlined } from "@ant-design/icons";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

export { HeaderBalance } from "./header-balance.tsx";

export const accountsModule: NounModule = {
  menu: [
    {
      to: "/profile",
      label: "Личный кабинет",
      section: "Работа",
      access: "signed-in",
      icon: HomeOutlined,
    },
    {
      to: "/app/profile/summary",
      label: "Сводка",
      section: "Работа",
      access: "account",
      icon: DashboardOutlined,
      barLabel: "Сводка",
    },
    {
      to: "/profile/account",
      label: "Кабинет заказчика",
      section: "Компания",
      access: "account",
      icon: BankOutlined,
    },
  ],
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
