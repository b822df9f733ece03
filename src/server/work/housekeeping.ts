import { sql } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { BackgroundTask } from "./background-tasks.ts";
import { itemTask, type TaskDeps } from "./item-task.ts";

export interface KeepRule {
  readonly table: keyof Schema & string;
  /** The age's start. */
  readonly since: string;
  readonly keepHours: number;
}

/** `reliability.md` R4 wants 24 hours; the second day is for clients that return late. */
export const IDEMPOTENCY_KEYS_RULE: KeepRule = {
  table: "idempotency_keys",
  since: "created_at",
  keepHours: 48,
};

const BATCH = 1000;
const REST_MS = 3_600_000;

/** In batches of a thousand, about once an hour; processes share the work. */
export function housekeepingTask(
  platform: TaskDeps & { rules: readonly KeepRule[] },
): BackgroundTask {
  const { db, rules } = platform;
  /** More may be left; at first, everywhere. */
  const left = new Set(rules);
  return itemTask<KeepRule>(platform, {
    name: "housekeeping",
    idleMs: REST_MS,
    everyMs: REST_MS,
    batch: 1,
    nameOf: ({ table }) => table,
    async lease({ isFree }) {
      const { rows } = await sql<{ name: string }>`
        SELECT r.name
        FROM unnest(${[...left].map(({ table }) => table)}::text[]) AS r(name)
        WHERE ${isFree(sql`r.name`)}`.execute(db);
      const free = [...left].filter(({ table }) => rows.some(({ name }) => name === table));
      left.clear();
      if (free.length === 0) for (const rule of rules) left.add(rule);
      return free;
    },
    async settle(trx, rule, at) {
      if ((await removeSome(trx, rule, at)) === BATCH) left.add(rule);
    },
  });
}

async function removeSome(db: Trx, rule: KeepRule, now: Date): Promise<number> {
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
