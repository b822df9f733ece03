import { sql } from "kysely";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { itemTask } from "#server/work/item-task.ts";
import type { Platform } from "#server/platform.ts";
import { forgiveEmployments, isForgiven } from "../actions/remove-entries.ts";

const LOOK_MS = 60_000;

/** Validation compares the last day itself. */
export function expireEntriesTask(platform: Platform): BackgroundTask {
  const { db } = platform;
  return itemTask<number>(platform, {
    name: "blacklist.expire",
    idleMs: 600_000,
    everyMs: LOOK_MS,
    batch: 100,
    nameOf: String,
    async lease({ at, limit, isFree }) {
      const { rows } = await sql<{ account_id: number }>`
        SELECT DISTINCT e.account_id
        FROM employments e
        WHERE ${isForgiven(at)} AND ${isFree(sql`e.account_id::text`)}
        LIMIT ${limit}`.execute(db);
      return rows.map((row) => row.account_id);
    },
    settle: forgiveEmployments,
  });
}
