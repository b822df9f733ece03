import type { NounModule } from "#console/providers/module.ts";

/** Workers as everybody may see them. */
export const siteWorkmenModule: NounModule = {
  routes: [
    { path: "/workmans", access: "public", screen: () => import("./workman-catalogue.tsx") },
    { path: "/workmans/:id", access: "public", screen: () => import("./workman-page.tsx") },
  ],
};
