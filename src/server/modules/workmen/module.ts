import type { Module } from "#server/module.ts";
import { serveWorkmen } from "./routes.ts";

/** Workers: the public catalogue and the worker's own profile. */
export const workmenModule: Module = {
  routes: (serve, platform) => serveWorkmen(serve, platform),
};
