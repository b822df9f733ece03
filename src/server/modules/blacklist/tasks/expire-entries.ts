import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { inTransaction } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { forgiveEmployments } from "../actions/remove-entries.ts";

/**
 * Checks compare the last day themselves; only employments suspended by expired entries remain to
 * be paused.
 */
export function expireEntriesTask({ db, clock }: Platform): BackgroundTask {
  return {
    name: "blacklist.expire",
    idleMs: 600_000,
    async run() {
      await inTransaction(db, (trx) => forgiveEmployments(trx, null, clock.now()));
      return false;
    },
  };
}
