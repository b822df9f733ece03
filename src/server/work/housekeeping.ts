import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BackgroundTask } from "./background-tasks.ts";
import type { Clock } from "#server/data/clock.ts";

/** Rows of a table that may be deleted at this age. */
export interface KeepRule {
  readonly table: keyof Schema & string;
  /** Column the age is counted from. */
  readonly since: string;
  readonly keepHours: number;
}

/**
 * Answers of idempotent calls: `reliability.md` R4 wants 24 hours; the second day is for clients
 * that return late.
 */
export const IDEMPOTENCY_KEYS_RULE: KeepRule = {
  table: "idempotency_keys",
  since: "created_at",
  keepHours: 48,
};

const BATCH = 1000;
const REST_MS = 3_600_000;

/**
 * Deletes expired rows in batches of a thousand, about once an hour of the product's clock. Several
 * processes share the work without waiting for each other; what a killed one leaves, the next run
 * deletes.
 */
export function housekeepingTask({
  db,
  clock,
  rules,
}: {
  db: Kysely<Schema>;
  clock: Clock;
  rules: readonly KeepRule[];
}): BackgroundTask {
  let nextAtMs = 0;
  return {
    name: "housekeeping",
    idleMs: REST_MS,
    async run(signal) {
      const now = clock.now();
      // Messages between processes wake every task; this one stays on its hour. If the clock was
      // moved back by more than an hour, run.
      if (now.getTime() < nextAtMs && nextAtMs - now.getTime() <= REST_MS) return false;
      for (const rule of rules) {
        if (signal.aborted) return false;
        if ((await removeSome(db, rule, now)) === BATCH) return true;
      }
      nextAtMs = now.getTime() + REST_MS;
      return false;
    },
  };
}

async function removeSome(db: Kysely<Schema>, rule: KeepRule, now: Date): Promise<number> {
  const before = new Date(now.getTime() - rule.keepHours * 3_600_000);
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(rule.table)} WHERE ctid = ANY (ARRAY(
      SELECT ctid
      FROM ${sql.table(rule.table)}
      WHERE ${sql.ref(rule.since)} < ${before}
      LIMIT ${BATCH}
      FOR UPDATE SKIP LOCKED
    ))`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
