import type { NounModule } from "#console/providers/module.ts";

/** The person's own data: name, city, phone, e-mail, sessions. */
export const ownDataModule: NounModule = {
  routes: [
    {
      path: "/profile/editprofile",
      access: "signed-in",
      crumb: "Профиль пользователя",
      screen: () => import("./own-data-page.tsx"),
    },
  ],
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
