import type { Module } from "#server/module.ts";
import { serveApiKeys } from "./routes.ts";
import { tellSuspendedTask } from "./tasks/tell-suspended.ts";

/** Keys by which a company's own systems call the open API. */
export const apiKeysModule: Module = {
  tasks: (platform) => [tellSuspendedTask(platform)],
  routes: (serve, platform) => serveApiKeys(serve, platform),
};
