import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { IsolationLevel, Kysely, Transaction } from "kysely";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Schema } from "./generated/schema.ts";

export type Trx = Transaction<Schema>;

const ATTEMPTS = 3;
const COPY_CHUNK_CHARACTERS = 65_536;

/**
 * A serialization failure or deadlock reruns the work, three times in all: it must change nothing
 * but the database.
 *
 * @throws what the work throws, or the last 40001 / 40P01.
 */
export async function inTransaction<Result>(
  db: Kysely<Schema>,
  work: (trx: Trx) => Promise<Result>,
  isolation: IsolationLevel = "read committed",
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().setIsolationLevel(isolation).execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRepeating(error)) throw error;
      // Random, so that the two do not collide again.
      await pause(attempt * 10 + Math.random() * 20);
    }
  }
}

/**
 * Streams rows with back-pressure.
 *
 * @param target - a pool, or a client in a transaction.
 * @param rows - COPY text in any pieces; fields go through `copyText`.
 * @returns the number of rows.
 * @throws the database's error or the source's; then nothing is stored.
 */
export async function copyRows(
  target: pg.Pool | pg.ClientBase,
  sql: string,
  rows: AsyncIterable<string | Buffer>,
): Promise<number> {
  if (!(target instanceof pg.Pool)) return copyInto(target, sql, rows);
  const client = await target.connect();
  let failed = true;
  try {
    const count = await copyInto(client, sql, rows);
    failed = false;
    return count;
  } finally {
    // The connection's state is unknown.
    client.release(failed);
  }
}

async function copyInto(
  client: pg.ClientBase,
  sql: string,
  rows: AsyncIterable<string | Buffer>,
): Promise<number> {
  const stream = client.query(copyFrom(sql));
  await pipeline(Readable.from(inSizedChunks(rows), { highWaterMark: 2 }), stream);
  return stream.rowCount;
}

/** A message costs more than a row. */
async function* inSizedChunks(
  rows: AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  let pending = "";
  for await (const row of rows) {
    if (typeof row !== "string") {
      if (pending !== "") yield pending;
      pending = "";
      yield row;
      continue;
    }
    pending += row;
    if (pending.length >= COPY_CHUNK_CHARACTERS) {
      yield pending;
      pending = "";
    }
  }
  if (pending !== "") yield pending;
}

function isWorthRepeating(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "40001" || code === "40P01";
}
