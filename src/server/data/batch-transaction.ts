import { sql, type Kysely } from "kysely";
import type { Schema } from "./generated/schema.ts";
import type { Trx } from "./transaction.ts";

/** For a thousand rows of tables with millions. */
export async function inBatchTransaction<Result>(
  db: Kysely<Schema>,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await preferIndexes(trx);
    return work(trx);
  });
}

/**
 * The planner has no statistics of new rows: it would sort a queue of 100 000 for each batch, which
 * is quadratic (measured: 9 times the limit of P2).
 */
export async function preferIndexes(trx: Trx): Promise<void> {
  await sql`
    SELECT set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true)`.execute(trx);
}
