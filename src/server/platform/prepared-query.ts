import { createHash } from "node:crypto";
import type { Kysely, RawBuilder } from "kysely";
import type pg from "pg";
import type { Schema } from "#server/database/schema.ts";

/** Longer shapes of a query than this many are not worth remembering on every connection. */
const MOST_NAMES = 200;

/**
 * Runs a query that is asked all the time under a name made of its text, so that PostgreSQL plans it once a connection. A page of a long list costs
 * more to plan than to read. Numbers that decide the plan, such as the limit, belong into the text (`sql.lit`): a plan made for any limit is a bad one.
 *
 * Outside of transactions: for reads.
 */
export function makePreparedQuery(pool: pg.Pool, db: Kysely<Schema>): PreparedQuery {
  const names = new Map<string, string>();
  return async (query) => {
    const { sql: text, parameters } = query.compile(db);
    let name = names.get(text);
    if (name === undefined && names.size < MOST_NAMES) {
      name = createHash("sha1").update(text).digest("hex");
      names.set(text, name);
    }
    const { rows } = await pool.query({ text, values: [...parameters], ...(name === undefined ? {} : { name }) });
    return rows as never;
  };
}

export type PreparedQuery = <Row>(query: RawBuilder<Row>) => Promise<Row[]>;
