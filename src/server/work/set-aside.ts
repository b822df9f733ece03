import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { isOutage } from "./out-of-reach.ts";
import type { Trx } from "#server/data/transaction.ts";

/** In a row: then an item needs a person, and is tried once a day. */
export const MOST_TRIES = 5;

/** Doubled with each failure. */
export const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 86_400_000;

export interface NotedFailure {
  /** In a row. */
  readonly tries: number;
  readonly dueAt: Date;
  readonly firstAt: Date;
  readonly problem: string;
}

/**
 * @param problem - for people, without names and account numbers.
 * @returns failures in a row, and when it is due again.
 */
export async function noteFailure(
  db: Kysely<Schema> | Trx,
  {
    task,
    item,
    problem,
    longestPauseMs = LONGEST_PAUSE_MS,
  }: { task: string; item: string; problem: string; longestPauseMs?: number | undefined },
  at: Date,
): Promise<NotedFailure> {
  const { rows } = await sql<{ tries: number; due_at: Date; first_at: Date }>`
    INSERT INTO set_aside_items AS s (task, item, tries, due_at, problem, first_at)
    VALUES (${task}, ${item}, 1, ${at}::timestamptz + ${pauseAfter(sql`0`, longestPauseMs)}, ${problem}, ${at})
    ON CONFLICT (task, item) DO UPDATE
    SET tries = least(s.tries + 1, 30000),
      due_at = ${at}::timestamptz + ${pauseAfter(sql`s.tries`, longestPauseMs)}, problem = excluded.problem
    RETURNING tries, due_at, first_at`.execute(db);
  const row = rows[0] as { tries: number; due_at: Date; first_at: Date };
  return { tries: row.tries, dueAt: row.due_at, firstAt: row.first_at, problem };
}

function pauseAfter(tries: RawBuilder<unknown>, longestMs: number): RawBuilder<unknown> {
  return sql`
    least(${longestMs}::double precision,
      ${FIRST_PAUSE_MS}::double precision * 2 ^ least(${tries}, 20)) * interval '1 millisecond'`;
}

/** Done, or decided by a person: the next failure counts from one. */
export async function forgetFailures(
  db: Kysely<Schema> | Trx,
  task: string,
  items: readonly string[],
): Promise<void> {
  if (items.length > 0)
    await sql`
      DELETE FROM set_aside_items WHERE task = ${task} AND item = ANY (${[...items]}::text[])`.execute(
      db,
    );
}

/**
 * For a lease query: leaves out items that wait after a failure.
 *
 * @param item - SQL of the name.
 */
export function notSetAside(
  task: string,
  item: RawBuilder<unknown>,
  at: Date,
): RawBuilder<boolean> {
  return sql`
    NOT EXISTS (SELECT FROM set_aside_items
      WHERE task = ${task} AND item = ${item} AND due_at > ${at})`;
}

interface SeparateItems<Item> {
  readonly task: string;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  readonly work: (item: Item) => Promise<unknown>;
}

/**
 * In turn; a failed one is recorded and skipped.
 *
 * @throws OutOfReach: the rest waits for the next run.
 */
export async function forEachSettingAside<Item>(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: Clock },
  { task, items, nameOf, work }: SeparateItems<Item>,
): Promise<void> {
  const done: string[] = [];
  for (const item of items) {
    try {
      await work(item);
      done.push(nameOf(item));
    } catch (error) {
      if (isOutage(error)) {
        await forgetFailures(db, task, done);
        throw error;
      }
      await noteFailure(db, { task, item: nameOf(item), problem: problemOf(error) }, clock.now());
    }
  }
  await forgetFailures(db, task, done);
}

/** In one transaction: a failed item is rolled back to its savepoint, the others are committed. */
export async function forEachInSavepoint<Item>(
  trx: Trx,
  { task, items, nameOf, work }: SeparateItems<Item>,
  at: Date,
): Promise<void> {
  const done: string[] = [];
  for (const item of items) {
    await sql`SAVEPOINT one_item`.execute(trx);
    try {
      await work(item);
      done.push(nameOf(item));
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT one_item`.execute(trx);
      await noteFailure(trx, { task, item: nameOf(item), problem: problemOf(error) }, at);
    }
    await sql`RELEASE SAVEPOINT one_item`.execute(trx);
  }
  await forgetFailures(trx, task, done);
}

/** The database's message may quote the row: only its code is kept. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const sqlState = "code" in error && /^(?=\D*\d)[\dA-Z]{5}$/.exec(String(error.code))?.[0];
  return sqlState ? `База данных не приняла запись (${sqlState})` : error.message;
}

interface SetAsideCount {
  readonly task: string;
  /** They need a person. */
  readonly stuck: number;
  /** Tried again by themselves. */
  readonly retried: number;
  /** The oldest first failure of both. */
  readonly since: Date;
}

export async function countSetAside(db: Kysely<Schema>): Promise<readonly SetAsideCount[]> {
  const { rows } = await sql<SetAsideCount>`
    SELECT task, (count(*) FILTER (WHERE tries >= ${MOST_TRIES}))::integer AS stuck,
      (count(*) FILTER (WHERE tries < ${MOST_TRIES}))::integer AS retried, min(first_at) AS since
    FROM set_aside_items
    GROUP BY task`.execute(db);
  return rows;
}

export interface SetAsideItem {
  readonly task: string;
  readonly item: string;
  readonly tries: number;
  readonly due_at: Date;
  readonly first_at: Date;
  readonly problem: string;
}

/** The earliest failure first. */
export async function listSetAside(db: Kysely<Schema>): Promise<SetAsideItem[]> {
  const { rows } = await sql<SetAsideItem>`
      SELECT task, item, tries, due_at, first_at, problem
      FROM set_aside_items
      ORDER BY first_at, task, item`.execute(db);
  return rows;
}

/**
 * The count of failures stays until a success.
 *
 * @param item - `null`: all of the task.
 * @returns the items' names.
 */
export async function tryAgainNow(
  db: Kysely<Schema> | Trx,
  task: string,
  item: string | null,
): Promise<string[]> {
  // `first_at` is past for every clock, also a demonstration's moved back.
  const { rows } = await sql<{ item: string }>`
    UPDATE set_aside_items
    SET due_at = least(due_at, first_at)
    WHERE task = ${task} AND (${item}::text IS NULL OR item = ${item})
    RETURNING item`.execute(db);
  return rows.map((row) => row.item);
}
