import { createHash } from "node:crypto";
import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "./generated/schema.ts";
import type { Database } from "./database.ts";

/** Longer shapes of a query than this many are not worth remembering on every connection. */
const MOST_NAMES = 200;

/**
 * Runs a query that is asked all the time under a name made of its text, so that PostgreSQL plans
 * it once a connection. A page of a long list costs more to plan than to read. Numbers that decide
 * the plan, such as the limit, belong into the text (`sql.lit`): a plan made for any limit is a bad
 * one.
 *
 * Outside of transactions: for reads.
 */
export function makePreparedQuery({
  pool,
  kysely: db,
}: Pick<Database, "pool" | "kysely">): PreparedQuery {
  const names = new Map<string, string>();
  return async (query) => {
    const { sql: text, parameters } = query.compile(db);
    let name = names.get(text);
    if (name === undefined && names.size < MOST_NAMES) {
      name = createHash("sha1").update(text).digest("hex");
      names.set(text, name);
    }
    const { rows } = await pool.query({
      text,
      values: [...parameters],
      ...(name === undefined ? {} : { name }),
    });
    return rows as never;
  };
}

/** One for each database a list may be read from, chosen by what its handler was given. */
export function makePreparedQueries(
  databases: readonly Database[],
): (db: Kysely<Schema>) => PreparedQuery {
  const queries = new Map(
    databases.map((database) => [database.kysely, makePreparedQuery(database)]),
  );
  return (db) => {
    const query = queries.get(db);
    if (!query) throw new Error("a prepared query runs outside of transactions");
    return query;
  };
}

export type PreparedQuery = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;
