import { sql, type Kysely } from "kysely";
import { addDays, moscowDate } from "#contract/values/calendar-date.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { tryLockUntilCommit } from "#server/data/advisory-locks.ts";
import type { BackgroundTask } from "./background-tasks.ts";
import type { Trx } from "#server/data/transaction.ts";
import { itemTask, type Claim, type TaskDeps } from "./item-task.ts";

const PARTITIONED = ["postings", "registry_items", "audit_log"] as const;
const MONTHS_AHEAD = 3;
const REST_MS = 3_600_000;
/** Adding one takes a lock that every writer of the table waits for: give up and retry. */
const LONGEST_WAIT = "2s";

interface MissingMonth {
  readonly parent: string;
  readonly first: string;
}

/**
 * Of coming months, so that no row falls into the default one. A month with rows there gets none:
 * it is set aside and counted by `/metrics`.
 */
export function partitionsTask(platform: TaskDeps): BackgroundTask {
  const { db } = platform;
  return itemTask<MissingMonth>(platform, {
    name: "partitions",
    idleMs: REST_MS,
    everyMs: REST_MS,
    batch: 100,
    nameOf: ({ parent, first }) => `${parent} ${first}`,
    lease: (claim) => missingMonths(db, claim),
    settle: addMonth,
  });
}

async function missingMonths(
  db: Kysely<Schema>,
  { at, limit, isFree }: Claim,
): Promise<MissingMonth[]> {
  const months: string[] = [];
  let first = `${moscowDate(at).slice(0, 7)}-01`;
  for (let ahead = 0; ahead < MONTHS_AHEAD; ahead += 1)
    months.push((first = `${addDays(first, 31).slice(0, 7)}-01`));
  const { rows } = await sql<MissingMonth>`
    SELECT t.parent, m.first
    FROM unnest(${[...PARTITIONED]}::text[]) AS t(parent), unnest(${months}::text[]) AS m(first)
    WHERE to_regclass(t.parent || '_' || replace(left(m.first, 7), '-', '')) IS NULL
      AND ${isFree(sql`t.parent || ' ' || m.first`)}
    ORDER BY m.first, t.parent
    LIMIT ${limit}`.execute(db);
  return rows;
}

async function addMonth(trx: Trx, { parent, first }: MissingMonth): Promise<void> {
  if (!(await tryLockUntilCommit(trx, "partitions"))) return;
  await sql`SELECT set_config('lock_timeout', ${LONGEST_WAIT}, true)`.execute(trx);
  await sql`SELECT ensure_month_partitions(${parent}::regclass, ${first}::date, 1)`.execute(trx);
}

/** By table, up to a thousand. */
export async function countDefaultRows(db: Kysely<Schema>): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{
    parent: string;
    count: bigint;
  }>`SELECT parent, count FROM default_partition_rows()`.execute(db);
  return new Map(rows.map(({ parent, count }) => [parent, Number(count)]));
}
