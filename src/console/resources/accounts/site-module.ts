import type { NounModule } from "#console/providers/module.ts";

/** Customers as everybody may see them. */
export const siteAccountsModule: NounModule = {
  routes: [
    { path: "/accounts", access: "public", screen: () => import("./account-catalogue.tsx") },
    { path: "/accounts/:id", access: "public", screen: () => import("./account-page.tsx") },
  ],
};
