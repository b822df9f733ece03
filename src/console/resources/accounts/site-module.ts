import type { NounModule } from "#console/providers/module.ts";

/** The balance in the header of the site's pages. */
export const loadSiteBalance = () => import("./site-balance.tsx");

/** Customers as everybody may see them. */
export const siteAccountsModule: NounModule = {
  routes: [
    { path: "/accounts", access: "public", screen: () => import("./account-catalogue.tsx") },
    { path: "/accounts/:id", access: "public", screen: () => import("./account-page.tsx") },
  ],
};
