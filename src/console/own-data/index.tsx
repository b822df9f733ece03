import type { NounModule } from "#console/noun-module.ts";

export const ownDataModule: NounModule = {
  modals: {
    "phone-change": {
      title: "Смена телефона",
      load: () => import("./phone-change-modal.tsx"),
      maxWidthPx: 480,
    },
    "email-change": {
      title: "Смена e-mail",
      load: () => import("./email-change-modal.tsx"),
      maxWidthPx: 480,
    },
  },
};
