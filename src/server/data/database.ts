import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "./generated/schema.ts";

export interface DatabaseOptions {
  connectionString: string;
  /** Most connections of this process at once. */
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** How long to wait for a connection; ten seconds unless given. */
  connectionTimeoutMs?: number;
  /** A statement running longer is cancelled with SQLSTATE 57014; no limit when not given. */
  statementTimeoutMs?: number;
  /** The role every connection acts as; the application's own is not the tables' owner. */
  role?: string;
  /** Told the process that serves a new connection, on the machine of the database. */
  onConnected?: (pid: number) => void;
  /**
   * Told when an idle connection breaks, for example because the server restarts; the pool opens a
   * new one by itself.
   */
  onConnectionLost?: (error: Error) => void;
}

/**
 * The role of the running product: it may add to the ledger and the journal, but change nothing
 * there.
 */
export const APPLICATION_ROLE = "platform_app";

export interface Database {
  /** For hand-written SQL, COPY and LISTEN. */
  pool: pg.Pool;
  /** For ordinary typed queries; shares the pool. */
  kysely: Kysely<Schema>;
  /** Waits for running queries and closes every connection. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Opens a pool. int8 and its arrays arrive as `BigInt` (kopecks, ids, `count(*)`), `date` as its
 * text, `timestamptz` as `Date`, numeric as text; a `bigint` is accepted wherever a parameter goes.
 * Nothing is connected until the first query.
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
  // Without a listener a broken idle connection would end the process.
  pool.on("error", (error) => options.onConnectionLost?.(error));
  // The pool listens to idle connections only; one that breaks between two queries of a transaction
  // would end the process as well. Whoever holds it hears of it from the next query.
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

const OID = { int8: 20, int8Array: 1016, date: 1082, textArray: 1009, dateArray: 1182 };

type Parser = (text: string) => unknown;

const parseTextArray = pg.types.getTypeParser(OID.textArray) as (text: string) => (string | null)[];

/** `date` stays text: as a `Date` it would shift by a day between Moscow and UTC. */
const PARSERS = new Map<number, Parser>([
  [OID.int8, BigInt],
  [
    OID.int8Array,
    (text) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item))),
  ],
  [OID.date, String],
  [OID.dateArray, parseTextArray],
]);

/**
 * Per pool: `pg.types.setTypeParser` would change every other user of the driver in the process.
 */
const COLUMN_TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
