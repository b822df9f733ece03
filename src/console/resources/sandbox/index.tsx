import type { Door } from "#console/providers/door.ts";

/** The helper page of the sandbox: a person reads the one-time codes and plays the moderator, the bank and the tax service. */
export const sandboxDoor: Door = {
  routes: [{ path: "/sandbox", access: "public", screen: () => import("./sandbox-page.tsx"), look: "light" }],
};
