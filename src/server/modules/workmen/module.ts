import type { Module } from "#server/module.ts";
import { serveWorkmen } from "./routes/catalogue.ts";
import { serveWorkmanDeletion } from "./routes/delete.ts";
import { serveWorkmanChanges } from "./routes/update.ts";

export const workmenModule: Module = {
  routes(serve, platform) {
    serveWorkmanChanges(serve, platform);
    serveWorkmanDeletion(serve, platform);
    serveWorkmen(serve, platform);
  },
};
