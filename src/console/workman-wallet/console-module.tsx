import type { NounModule } from "#console/noun-module.ts";

export const workmanWalletModule: NounModule = {
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
