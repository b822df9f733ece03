import { createHash } from "node:crypto";
import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "./generated/schema.ts";
import type { Database } from "./database.ts";

/** More would burden every connection. */
const MOST_NAMES = 200;
const MOST_SEEN = 1000;

/**
 * Planned once per connection, outside transactions: planning a long list's page takes longer than
 * reading it. Numbers that decide the plan, such as the limit, belong in the text (`sql.lit`).
 */
export function makePreparedQuery({
  pool,
  kysely: db,
}: Pick<Database, "pool" | "kysely">): PreparedQuery {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return async (query) => {
    const { sql: text, parameters } = query.compile(db);
    let name = names.get(text);
    // At the second sight: a rare combination of filters takes no place.
    if (name === undefined && names.size < MOST_NAMES && seen.has(text)) {
      name = createHash("sha1").update(text).digest("hex");
      names.set(text, name);
    }
    if (name === undefined) {
      if (seen.size === MOST_SEEN) seen.clear();
      seen.add(text);
    }
    const { rows } = await pool.query({
      text,
      values: [...parameters],
      ...(name === undefined ? {} : { name }),
    });
    return rows as never;
  };
}

/** Chosen by the handler's `db`. */
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

/** In a transaction. */
export function unpreparedQuery(trx: Kysely<Schema>): PreparedQuery {
  return async (query) => (await query.execute(trx)).rows;
}

export type PreparedQuery = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;
