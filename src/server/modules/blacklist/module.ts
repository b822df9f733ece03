import type { Module } from "#server/module.ts";
import { serveBlacklist } from "./routes/entries.ts";
import { serveBlacklistFiles } from "./routes/files.ts";
import { expireEntriesTask } from "./tasks/expire-entries.ts";

export const blacklistModule: Module = {
  tasks: (platform) => [expireEntriesTask(platform)],
  routes(serve, platform) {
    serveBlacklist(serve, platform);
    serveBlacklistFiles(serve, platform);
  },
  keepRules: [
    // Restorable for a minute; the rest is for questions.
    { table: "blacklist_removals", since: "removed_at", keepHours: 24 },
  ],
};
