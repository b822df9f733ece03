import type { NounModule } from "#console/providers/module.ts";

/**
 * The helper page of the sandbox: a person reads the one-time codes and plays the moderator, the
 * bank and the tax service.
 */
export const sandboxModule: NounModule = {
  routes: [{ path: "/sandbox", access: "public", screen: () => import("./sandbox-page.tsx") }],
};
