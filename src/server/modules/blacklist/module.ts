import type { Module } from "#server/module.ts";
import { serveBlacklist } from "./blacklist-routes.ts";
import { serveBlacklistFiles } from "./file-routes.ts";
import { expireEntriesTask } from "./expire-entries-task.ts";

/** Whom a company does not invite, hire or pay by registry. */
export const blacklistModule: Module = {
  tasks: (platform) => [expireEntriesTask(platform)],
  routes(serve, platform) {
    serveBlacklist(serve, platform);
    serveBlacklistFiles(serve, platform);
  },
  keepRules: [
    // A removed entry can be put back for a minute; the rest of the day is for whoever asks what it
    // was.
    { table: "blacklist_removals", since: "removed_at", keepHours: 24 },
  ],
};
