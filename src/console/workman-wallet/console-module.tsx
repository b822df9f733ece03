import { CreditCardOutlined } from "@ant-design/icons";
import type { NounModule } from "#console/noun-module.ts";

export const workmanWalletModule: NounModule = {
  menu: [
    {
      to: "/profile/workman/payment-methods",
      label: "Способы выплаты",
      section: "Деньги",
      access: "workman",
      icon: CreditCardOutlined,
    },
  ],
  modals: {
    "card-unbind": {
      title: "Отвязать карту",
      load: () => import("./card-unbind-modal.tsx"),
      maxWidthPx: 480,
    },
    "money-withdrawal": {
      title: "Вывести деньги",
      load: () => import("./money-withdrawal-modal.tsx"),
      maxWidthPx: 480,
    },
  },
};
