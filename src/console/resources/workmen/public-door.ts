import type { Door } from "#console/providers/door.ts";

/** Workers as everybody may see them. */
export const publicWorkmenDoor: Door = {
  routes: [
    { path: "/workmans", access: "public", screen: () => import("./workman-catalogue.tsx"), look: "light" },
    { path: "/workmans/:id", access: "public", screen: () => import("./workman-page.tsx"), look: "light" },
  ],
};
