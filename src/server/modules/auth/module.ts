import type { Module } from "#server/module.ts";
import { serveAuth } from "./routes/session.ts";
import { serveOwnData } from "./routes/own-data.ts";
import { servePictureFiles, servePictures } from "./routes/pictures.ts";
import { servePreferences } from "./routes/preferences.ts";

/** Its codes confirm other modules' actions. */
export const authModule: Module = {
  routes(serve, platform) {
    serveAuth(serve, platform);
    serveOwnData(serve, platform);
    servePictures(serve, platform);
    servePreferences(serve, platform);
  },
  // Pictures are not in the contract.
  mount: (http, { db }) => servePictureFiles(http, db),
  keepRules: [
    // A code lives minutes, a session thirty days.
    { table: "one_time_codes", since: "created_at", keepHours: 60 * 24 },
    { table: "refresh_tokens", since: "issued_at", keepHours: 60 * 24 },
  ],
};
