import type { Database } from "./database.ts";

/** A place in the primary's log and when it was asked for. */
export interface Mark {
  /** By `performance.now()`, before the primary was asked. */
  readonly askedAt: number;
  /** The same by the primary's clock. */
  readonly at: Date;
  /** Bytes from the beginning of the log; everything committed before the question lies below. */
  readonly place: bigint;
  /** Which cluster and database it is of. */
  readonly identity: string;
}

/** A server that says nothing for so long is as good as gone. */
const ANSWER_MS = 2_000;

/**
 * A copy keeps the identifier of its primary; a replica of another system would show foreign
 * people.
 */
const IDENTITY =
  "(SELECT system_identifier FROM pg_control_system()) || '/' || current_database() AS identity";

interface PrimaryAnswer {
  readonly at: Date;
  readonly place: bigint;
  readonly identity: string;
}

interface ReplicaAnswer {
  readonly place: bigint | null;
  readonly identity: string;
}

/** Where the primary is by now. A commit has been flushed before its client hears of it. */
export async function markPrimary(primary: Database): Promise<Mark> {
  const askedAt = performance.now();
  const found = await ask(
    primary,
    (answer: PrimaryAnswer) => answer,
    `SELECT clock_timestamp() AS at, (pg_current_wal_flush_lsn() - '0/0')::bigint AS place, ${IDENTITY}`,
  );
  return { ...found, askedAt };
}

/**
 * How far the replica has replayed the log.
 *
 * @throws Error when it is no replica of this primary; a promoted one has gone its own way and is
 *   none any more.
 */
export async function askReplica(replica: Database, { identity }: Mark): Promise<bigint> {
  const placeOf = (found: ReplicaAnswer) => {
    if (found.place === null || found.identity !== identity)
      throw new Error("DATABASE_READ_URL is no replica of DATABASE_URL");
    return found.place;
  };
  return ask(
    replica,
    placeOf,
    `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::bigint END AS place, ${IDENTITY}`,
  );
}

async function ask<Answer extends object, Result>(
  { pool }: Database,
  take: (answer: Answer) => Result,
  text: string,
): Promise<Result> {
  const client = await pool.connect();
  let failed = true;
  try {
    const query = { text, query_timeout: ANSWER_MS };
    const { rows } = await client.query<Answer>(query);
    const result = take(rows[0] as Answer);
    failed = false;
    return result;
  } finally {
    // After a timeout its answer may still come, to the next question; and the address of a wrong
    // server may lead to the right one by then.
    client.release(failed);
  }
}
