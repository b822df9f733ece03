import type { Database } from "./database.ts";

export interface Mark {
  /** `performance.now()` before the query. */
  readonly askedAt: number;
  readonly at: Date;
  /** Log position in bytes; earlier commits lie below. */
  readonly place: bigint;
  /** Cluster and database. */
  readonly identity: string;
}

/** Ms until the server counts as down. */
const ANSWER_MS = 2_000;

/** Another system would show other people's data. */
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

/** A commit is flushed before its client is told. */
export async function markPrimary(primary: Database): Promise<Mark> {
  const askedAt = performance.now();
  const found = await ask(
    primary,
    (answer: PrimaryAnswer) => answer,
    `SELECT clock_timestamp() AS at, (pg_current_wal_flush_lsn() - '0/0')::bigint AS place, ${IDENTITY}`,
  );
  return { ...found, askedAt };
}

/** @throws Error when it is no replica of this primary. */
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
    // A late answer could be taken for the next query's.
    client.release(failed);
  }
}
