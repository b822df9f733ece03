import { sql, type Kysely } from "kysely";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { tryLockUntilCommit } from "#server/data/advisory-locks.ts";
import type { BackgroundTask } from "./background-tasks.ts";
import type { Clock } from "#server/data/clock.ts";
import { forEachSettingAside, notSetAside } from "./set-aside.ts";

const PARTITIONED = ["postings", "registry_items", "audit_log"] as const;
const MONTHS_AHEAD = 3;
const REST_MS = 3_600_000;
/**
 * Adding a partition takes a lock that every writer of the table waits for: give up and retry
 * later.
 */
const LONGEST_WAIT = "2s";
const TASK = "partitions";

interface MissingMonth {
  readonly parent: string;
  readonly first: string;
}

/**
 * Adds partitions of coming months, so that no row falls into the default one. A month with rows
 * there cannot get its own partition: it is set aside with its reason and counted by `/metrics`.
 */
export function partitionsTask(deps: { db: Kysely<Schema>; clock: Clock }): BackgroundTask {
  let nextAtMs = 0;
  return {
    name: TASK,
    idleMs: REST_MS,
    async run() {
      const now = deps.clock.now();
      // If the clock was moved back by more than an hour, run.
      if (now.getTime() < nextAtMs && nextAtMs - now.getTime() <= REST_MS) return false;
      const items = await missingMonths(deps.db, now);
      await forEachSettingAside(deps, {
        task: TASK,
        items,
        nameOf: ({ parent, first }) => `${parent} ${first}`,
        work: (month) => addMonth(deps.db, month),
      });
      nextAtMs = now.getTime() + REST_MS;
      return false;
    },
  };
}

async function missingMonths(db: Kysely<Schema>, now: Date): Promise<MissingMonth[]> {
  const months: string[] = [];
  let first = `${moscowDate(now).slice(0, 7)}-01`;
  for (let ahead = 0; ahead < MONTHS_AHEAD; ahead += 1)
    months.push((first = `${addDays(first, 31).slice(0, 7)}-01`));
  const { rows } = await sql<MissingMonth>`
    SELECT t.parent, m.first
    FROM unnest(${[...PARTITIONED]}::text[]) AS t(parent), unnest(${months}::text[]) AS m(first)
    WHERE to_regclass(t.parent || '_' || replace(left(m.first, 7), '-', '')) IS NULL
      AND ${notSetAside(TASK, sql`t.parent || ' ' || m.first`, now)}
    ORDER BY m.first, t.parent`.execute(db);
  return rows;
}

async function addMonth(db: Kysely<Schema>, { parent, first }: MissingMonth): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await tryLockUntilCommit(trx, "partitions"))) return;
    await sql`SELECT set_config('lock_timeout', ${LONGEST_WAIT}, true)`.execute(trx);
    await sql`SELECT ensure_month_partitions(${parent}::regclass, ${first}::date, 1)`.execute(trx);
  });
}

/** By table; counted up to a thousand. */
export async function countDefaultRows(db: Kysely<Schema>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{
    parent: string;
    count: bigint;
  }>`SELECT parent, count FROM default_partition_rows()`.execute(db);
  return new Map(rows.map(({ parent, count }) => [parent, Number(count)]));
}
