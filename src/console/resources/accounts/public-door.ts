import type { Door } from "#console/providers/door.ts";

/** Customers as everybody may see them. */
export const publicAccountsDoor: Door = {
  routes: [
    { path: "/accounts", access: "public", screen: () => import("./account-catalogue.tsx"), look: "light" },
    { path: "/accounts/:id", access: "public", screen: () => import("./account-page.tsx"), look: "light" },
  ],
};
