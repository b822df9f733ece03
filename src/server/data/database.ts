import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "./generated/schema.ts";

export interface DatabaseOptions {
  connectionString: string;
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** 10 000 by default. */
  connectionTimeoutMs?: number;
  /** SQLSTATE 57014; by default none. */
  statementTimeoutMs?: number;
  /** The application's role does not own the tables. */
  role?: string;
  onConnected?: (pid: number) => void;
  /** The pool opens a new connection. */
  onConnectionLost?: (error: Error) => void;
}

/** May only append to ledger and journal. */
export const APPLICATION_ROLE = "platform_app";

export interface Database {
  /** For hand-written SQL, COPY and LISTEN. */
  pool: pg.Pool;
  kysely: Kysely<Schema>;
  /** Waits for running queries. Idempotent. */
  close(): Promise<void>;
}

/**
 * Connects at the first query. int8 and its arrays arrive as `BigInt`, `date` and numeric as text,
 * `timestamptz` as `Date`; parameters may be `bigint`.
 */
export function createDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max ?? 10,
    application_name: options.applicationName ?? "platform",
    statement_timeout: options.statementTimeoutMs ?? false,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    keepAlive: true,
    ...(options.role ? { options: `-c role=${options.role}` } : {}),
    types: COLUMN_TYPES,
  });
  // Without a listener a broken idle connection ends the process.
  pool.on("error", (error) => options.onConnectionLost?.(error));
  // The pool listens on idle connections only; one that breaks in a transaction would end the
  // process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const { onConnected } = options;
  if (onConnected)
    pool.on("connect", (client) =>
      onConnected((client as pg.PoolClient & { readonly processID: number }).processID),
    );
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let closing: Promise<void> | undefined;
  return { pool, kysely, close: () => (closing ??= pool.end()) };
}

/**
 * For work of its own beside the product's pools, as who owns the tables. Two connections at most:
 * a restore holds one while it migrates on the other.
 */
export async function asOwner<Result>(
  connectionString: string,
  applicationName: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = createDatabase({ connectionString, max: 2, applicationName });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const OID = { int8: 20, int8Array: 1016, date: 1082, textArray: 1009, dateArray: 1182 };

type Parser = (text: string) => unknown;

const parseTextArray = pg.types.getTypeParser(OID.textArray) as (text: string) => (string | null)[];

/** As a `Date` it would shift by a day. */
const PARSERS = new Map<number, Parser>([
  [OID.int8, BigInt],
  [
    OID.int8Array,
    (text) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item))),
  ],
  [OID.date, String],
  [OID.dateArray, parseTextArray],
]);

/** `pg.types.setTypeParser` would affect other pools. */
const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
