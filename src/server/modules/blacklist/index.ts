import type { BackgroundTask } from "#server/work/background-tasks.ts";
import type { KeepRule } from "#server/work/housekeeping.ts";
import type { Serve } from "#server/http/serve.ts";
import { serveBlacklist } from "./blacklist-routes.ts";
import type { BlacklistDependencies } from "./dependencies.ts";
import { serveBlacklistFiles } from "./file-routes.ts";
import { expireEntriesTask } from "./expire-entries-task.ts";

/** Whom a company does not invite, hire or pay by registry. */
export function makeBlacklist(deps: BlacklistDependencies): {
  readonly tasks: readonly BackgroundTask[];
  routes(serve: Serve): void;
} {
  return {
    tasks: [expireEntriesTask(deps)],
    routes(serve) {
      serveBlacklist(serve, deps);
      serveBlacklistFiles(serve, deps);
    },
  };
}

/**
 * A removed entry can be put back for a minute; the rest of the day is for whoever asks what it
 * was.
 */
export const BLACKLIST_KEEP_RULES: readonly KeepRule[] = [
  { table: "blacklist_removals", since: "removed_at", keepHours: 24 },
];
