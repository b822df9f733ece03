import type { Module } from "#server/module.ts";
import { serveApiKeys } from "./routes.ts";

/** Keys by which a company's own systems call the open API. */
export const apiKeysModule: Module = {
  routes: (serve, platform) => serveApiKeys(serve, platform),
};
