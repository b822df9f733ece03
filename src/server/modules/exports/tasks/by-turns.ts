import { sql, type RawBuilder } from "kysely";

/**
 * Order of waiting exports `x`: whoever got a file last comes last, so that nobody waits behind
 * another company's queue.
 */
export function byTurns(table: "exports" | "mass_arbitrate_exports"): RawBuilder<unknown> {
  return sql`(SELECT max(o.ready_at) FROM ${sql.table(table)} o
    WHERE o.account_id = x.account_id) NULLS FIRST, x.due_at, x.id`;
}
